/** Whether a TOML file is for programs. */
import {
  configurationOf,
  given,
  MEMBERS_SHOWN,
  type SettingsKind,
  type SettingsMember,
  settingsKindOf,
} from '../content/settings.ts'
import { COMMON_KINDS } from '../content/settings-kinds.ts'
import type { TomlFile } from './reader.ts'

const TITLED = /(?:^|\.)(?:title|description|summary|name)$/
const TOML_KINDS: readonly SettingsKind[] = [
  {
    called: 'a manifest of Cargo',
    some: { 'package.edition': 'given', workspace: 'object', dependencies: 'object' },
    texts: TITLED,
  },
  { called: 'a lock file', all: { package: 'list' }, some: given('version metadata') },
  {
    called: 'a project of Python',
    some: { 'build-system': 'object', 'project.name': 'string', tool: 'object' },
    texts: TITLED,
  },
  {
    called: 'a configuration of Hugo',
    some: given(
      'baseURL baseurl languageCode defaultContentLanguage markup outputs taxonomies paginate module params menu',
    ),
    least: 2,
    texts: /./,
  },
  {
    called: 'a description of a theme',
    all: given('name license'),
    some: given('min_version licenselink demosite homepage'),
    texts: TITLED,
  },
  {
    called: 'a configuration of Netlify',
    some: { build: 'object', redirects: 'list', headers: 'list', 'context.*': 'object' },
    only: /^(?:build|context|redirects|headers|plugins|dev|functions|edge_functions|images|template)$/,
  },
  { called: 'a configuration of Wrangler', all: given('compatibility_date') },
]

/** The kind of settings that a file has; undefined for all other files. */
export function tomlSettingsOf(file: TomlFile): SettingsKind | undefined {
  const kinds = [...COMMON_KINDS, ...TOML_KINDS]
  return (
    settingsKindOf({ members: membersOf(file), is_list: false }, kinds) ??
    configurationOf(
      file.strings.map(({ text: value }) => ({ value })),
      file.others.length > 0,
    )
  )
}

function membersOf({ strings, tables, others }: TomlFile): SettingsMember[] {
  const members: SettingsMember[] = []
  const put = (path: readonly string[], sort: SettingsMember['sort'], value: string): void => {
    if (path.length > 0 && path.length < 4 && members.length < MEMBERS_SHOWN) members.push({ path, sort, value })
  }
  const lists = new Set<string>()
  for (const { keys } of tables.values()) {
    // The items of a list are named by their numbers.
    if (!/^\d+$/.test(keys.at(-1) ?? '')) put(keys, 'object', '')
    else lists.add(keys.slice(0, -1).join('\0'))
  }
  for (const list of lists) put(list.split('\0'), 'list', '')
  for (const { keys, text } of strings) put(keys, 'string', text)
  for (const keys of others) put(keys, 'other', '')
  return members
}
