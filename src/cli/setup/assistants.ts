import path from 'node:path'
import type { Environment } from '../config.ts'

/** What of a machine decides where an assistant keeps its configuration. */
export interface AssistantMachine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Environment
  /** The names in a folder; none where there is no such folder. */
  readonly namesIn: (folder: string) => readonly string[]
}

/** A configuration file of an assistant. One that is installed in two ways, or in two editions, has two. */
export interface ConfigPlace {
  readonly file: string
  /** Files and folders that the assistant makes: it is on the machine where one of them is. */
  readonly signs: readonly string[]
  /** The assistant, where it is another edition. */
  readonly edition?: string
  readonly own?: OwnWay
}

/** The command by which an assistant changes its configuration itself. */
export interface OwnWay {
  readonly program: string
  /** The arguments, before the entry as JSON. */
  readonly add: readonly string[]
  /** Whether that JSON has to hold the name too. */
  readonly named: boolean
  /** The arguments that take the entry out; absent where there is no such command. */
  readonly remove?: readonly string[]
  /** True where it writes the whole file anew, without the comments and members that it does not know. */
  readonly rewrites: boolean
}

export interface Assistant {
  readonly name: AssistantName
  readonly called: string
  /** How the servers are listed: the member of a JSON file that has them, or tables of TOML. */
  readonly servers: { readonly in: 'json'; readonly member: string } | { readonly in: 'toml'; readonly table: string }
  /** True where each server has to say how it is spoken to. */
  readonly typed: boolean
  places(machine: AssistantMachine): readonly ConfigPlace[]
}

export const ASSISTANT_NAMES = [
  'claude-code',
  'claude-desktop',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
  'codex',
  'gemini',
] as const
export type AssistantName = (typeof ASSISTANT_NAMES)[number]

/** The name of the entry in every configuration. */
export const SERVER = 'translation'

const inMcpServers = { in: 'json', member: 'mcpServers' } as const

/** The assistants that `setup` connects, and the files in which each of them looks for servers of its user. */
export const ASSISTANTS: readonly Assistant[] = [
  { name: 'claude-code', called: 'Claude Code', servers: inMcpServers, typed: true, places: claudeCode },
  { name: 'claude-desktop', called: 'Claude Desktop', servers: inMcpServers, typed: false, places: claudeDesktop },
  {
    name: 'cursor',
    called: 'Cursor',
    servers: inMcpServers,
    typed: false,
    places: machine => [inFolder(machine, atHome(machine, '.cursor'), 'mcp.json')],
  },
  {
    name: 'vscode',
    called: 'VS Code',
    servers: { in: 'json', member: 'servers' },
    typed: true,
    places: machine => [
      editionOfCode(machine, 'Code', 'code'),
      { ...editionOfCode(machine, 'Code - Insiders', 'code-insiders'), edition: 'VS Code Insiders' },
    ],
  },
  { name: 'windsurf', called: 'Windsurf', servers: inMcpServers, typed: false, places: windsurf },
  { name: 'zed', called: 'Zed', servers: { in: 'json', member: 'context_servers' }, typed: false, places: zed },
  {
    name: 'codex',
    called: 'Codex',
    servers: { in: 'toml', table: 'mcp_servers' },
    typed: false,
    // Its own `mcp add` writes an entry anew and drops what a person set beside the command, such as timeouts.
    places: machine => [inFolder(machine, machine.env.CODEX_HOME || atHome(machine, '.codex'), 'config.toml')],
  },
  {
    name: 'gemini',
    called: 'Gemini CLI',
    servers: inMcpServers,
    typed: false,
    // Its own `mcp add` drops other members of an entry, and cuts the value of a variable at its second equals sign.
    places: machine => [inFolder(machine, atHome(machine, '.gemini'), 'settings.json')],
  },
]

/** Joins as the machine does, which may be another than the one that this runs on. */
export function pathsOn({ platform }: Pick<AssistantMachine, 'platform'>): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix
}

function atHome(machine: AssistantMachine, ...names: readonly string[]): string {
  return pathsOn(machine).join(machine.home, ...names)
}

/** The folder in which programs of a desktop keep their settings. */
function appFolder(machine: AssistantMachine, ...names: readonly string[]): string {
  const { platform, env } = machine
  const { join } = pathsOn(machine)
  if (platform === 'darwin') return atHome(machine, 'Library', 'Application Support', ...names)
  if (platform === 'win32') return join(env.APPDATA || atHome(machine, 'AppData', 'Roaming'), ...names)
  return xdgFolder(machine, ...names)
}

function xdgFolder(machine: AssistantMachine, ...names: readonly string[]): string {
  return pathsOn(machine).join(machine.env.XDG_CONFIG_HOME || atHome(machine, '.config'), ...names)
}

function inFolder(machine: AssistantMachine, folder: string, name: string): ConfigPlace {
  return { file: pathsOn(machine).join(folder, name), signs: [folder] }
}

function claudeCode(machine: AssistantMachine): ConfigPlace[] {
  const { CLAUDE_CONFIG_DIR: folder } = machine.env
  const file = folder ? pathsOn(machine).join(folder, '.claude.json') : atHome(machine, '.claude.json')
  const user = ['--scope', 'user', SERVER]
  const own: OwnWay = {
    program: 'claude',
    add: ['mcp', 'add-json', ...user],
    named: false,
    remove: ['mcp', 'remove', ...user],
    rewrites: false,
  }
  return [{ file, signs: [file, folder || atHome(machine, '.claude')], own }]
}

const DESKTOP_FILE = 'claude_desktop_config.json'

/** From the Windows store, and from its newer installers, it sees a folder of its package in place of the common one. */
function claudeDesktop(machine: AssistantMachine): ConfigPlace[] {
  const common = inFolder(machine, appFolder(machine, 'Claude'), DESKTOP_FILE)
  if (machine.platform !== 'win32') return [common]
  const { join } = pathsOn(machine)
  const local = machine.env.LOCALAPPDATA || atHome(machine, 'AppData', 'Local')
  const [packages, data] = [join(local, 'Packages'), join(local, 'Claude-Data')]
  const named = (folder: string) => machine.namesIn(folder).filter(name => /^claude_/i.test(name))
  const packaged = [
    ...named(packages).map(name => join(packages, name, 'LocalCache', 'Roaming', 'Claude')),
    ...named(data).map(name => join(data, name)),
  ]
  return [
    ...packaged.map(folder => ({ file: join(folder, DESKTOP_FILE), signs: [pathsOn(machine).dirname(folder)] })),
    common,
  ]
}

function editionOfCode(machine: AssistantMachine, folder: string, program: string): ConfigPlace {
  const own: OwnWay = { program, add: ['--add-mcp'], named: true, rewrites: true }
  return {
    file: pathsOn(machine).join(appFolder(machine, folder), 'User', 'mcp.json'),
    signs: [appFolder(machine, folder)],
    own,
  }
}

/** The editor is called Devin Desktop since June 2026, and reads another file since. */
function windsurf(machine: AssistantMachine): ConfigPlace[] {
  const folder = machine.platform === 'win32' ? appFolder(machine, 'devin') : xdgFolder(machine, 'devin')
  const older = atHome(machine, '.codeium', 'windsurf')
  return [
    { ...inFolder(machine, folder, 'mcp_config.json'), edition: 'Devin Desktop (Windsurf)' },
    inFolder(machine, older, 'mcp_config.json'),
  ]
}

function zed(machine: AssistantMachine): ConfigPlace[] {
  const folder = machine.platform === 'win32' ? appFolder(machine, 'Zed') : zedFolder(machine)
  return [inFolder(machine, folder, 'settings.json')]
}

function zedFolder(machine: AssistantMachine): string {
  return machine.platform === 'darwin' ? atHome(machine, '.config', 'zed') : xdgFolder(machine, 'zed')
}
