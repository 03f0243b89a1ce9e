import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ASSISTANTS, type AssistantMachine } from '../../../src/cli/setup/assistants.ts'
import { ROOT } from '../../support/tree.ts'

const machine = (
  platform: NodeJS.Platform,
  home: string,
  env: AssistantMachine['env'] = {},
  folders = {},
): AssistantMachine => ({
  platform,
  home,
  env,
  namesIn: folder => new Map<string, readonly string[]>(Object.entries(folders)).get(folder) ?? [],
})

const filesOn = (one: AssistantMachine) =>
  Object.fromEntries(ASSISTANTS.map(({ name, places }) => [name, places(one).map(({ file }) => file)]))

describe('an assistant keeps its configuration', () => {
  it('on Linux [CLI-1]', () => {
    expect(filesOn(machine('linux', '/home/ada'))).toEqual({
      'claude-code': ['/home/ada/.claude.json'],
      'claude-desktop': ['/home/ada/.config/Claude/claude_desktop_config.json'],
      cursor: ['/home/ada/.cursor/mcp.json'],
      vscode: ['/home/ada/.config/Code/User/mcp.json', '/home/ada/.config/Code - Insiders/User/mcp.json'],
      windsurf: ['/home/ada/.config/devin/mcp_config.json', '/home/ada/.codeium/windsurf/mcp_config.json'],
      zed: ['/home/ada/.config/zed/settings.json'],
      codex: ['/home/ada/.codex/config.toml'],
      gemini: ['/home/ada/.gemini/settings.json'],
    })
  })

  it('on macOS [CLI-1]', () => {
    const support = '/Users/ada/Library/Application Support'
    expect(filesOn(machine('darwin', '/Users/ada'))).toEqual({
      'claude-code': ['/Users/ada/.claude.json'],
      'claude-desktop': [`${support}/Claude/claude_desktop_config.json`],
      cursor: ['/Users/ada/.cursor/mcp.json'],
      vscode: [`${support}/Code/User/mcp.json`, `${support}/Code - Insiders/User/mcp.json`],
      windsurf: ['/Users/ada/.config/devin/mcp_config.json', '/Users/ada/.codeium/windsurf/mcp_config.json'],
      zed: ['/Users/ada/.config/zed/settings.json'],
      codex: ['/Users/ada/.codex/config.toml'],
      gemini: ['/Users/ada/.gemini/settings.json'],
    })
  })

  it('on Windows, also where an installer keeps it in the folder of its package [CLI-1]', () => {
    const local = 'C:\\Users\\ada\\AppData\\Local'
    const roaming = 'C:\\Users\\ada\\AppData\\Roaming'
    const folders = {
      [`${local}\\Packages`]: ['Claude_pzs8sxrjxfjjc', 'Microsoft.Windows'],
      [`${local}\\Claude-Data`]: ['claude_1'],
    }
    expect(filesOn(machine('win32', 'C:\\Users\\ada', {}, folders))).toEqual({
      'claude-code': ['C:\\Users\\ada\\.claude.json'],
      'claude-desktop': [
        `${local}\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
        `${local}\\Claude-Data\\claude_1\\claude_desktop_config.json`,
        `${roaming}\\Claude\\claude_desktop_config.json`,
      ],
      cursor: ['C:\\Users\\ada\\.cursor\\mcp.json'],
      vscode: [`${roaming}\\Code\\User\\mcp.json`, `${roaming}\\Code - Insiders\\User\\mcp.json`],
      windsurf: [`${roaming}\\devin\\mcp_config.json`, 'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json'],
      zed: [`${roaming}\\Zed\\settings.json`],
      codex: ['C:\\Users\\ada\\.codex\\config.toml'],
      gemini: ['C:\\Users\\ada\\.gemini\\settings.json'],
    })
  })

  it('where its variables, and those of the system, say', () => {
    const env = { XDG_CONFIG_HOME: '/x', CODEX_HOME: '/codex', CLAUDE_CONFIG_DIR: '/claude' }
    expect(filesOn(machine('linux', '/home/ada', env))).toMatchObject({
      'claude-code': ['/claude/.claude.json'],
      'claude-desktop': ['/x/Claude/claude_desktop_config.json'],
      zed: ['/x/zed/settings.json'],
      codex: ['/codex/config.toml'],
    })
    const moved = { APPDATA: 'D:\\R', LOCALAPPDATA: 'D:\\L' }
    expect(filesOn(machine('win32', 'C:\\Users\\ada', moved, { 'D:\\L\\Packages': ['Claude_a'] }))).toMatchObject({
      'claude-desktop': [
        'D:\\L\\Packages\\Claude_a\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json',
        'D:\\R\\Claude\\claude_desktop_config.json',
      ],
      zed: ['D:\\R\\Zed\\settings.json'],
    })
    expect(filesOn(machine('linux', '/home/ada', { XDG_CONFIG_HOME: '' }))).toMatchObject({
      zed: ['/home/ada/.config/zed/settings.json'],
    })
  })
})

it('is named on the page about connecting, with where it keeps its configuration', () => {
  const page = readFileSync(join(ROOT, 'docs', 'assistants.md'), 'utf8')
  for (const { name, called, places } of ASSISTANTS) {
    const [, row = ''] = new RegExp(`^\\| \`${name}\` \\| (.*)$`, 'm').exec(page) ?? []
    expect(row).toContain(called)
    for (const { file } of places(machine('linux', '/home/ada'))) expect(row).toContain(file.split('/').at(-1))
  }
})
