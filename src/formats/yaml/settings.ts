/** Whether a YAML file is for programs. */
import {
  configurationOf,
  MEMBERS_DEEP,
  MEMBERS_SHOWN,
  type SettingsKind,
  type SettingsMember,
  settingsKindOf,
} from '../content/settings.ts'
import { COMMON_KINDS } from '../content/settings-kinds.ts'
import type { YamlEntry, YamlScalar } from './scalar.ts'
import { YAML_KINDS } from './settings-kinds.ts'
import type { Scalars } from './walk.ts'

const KINDS = [...COMMON_KINDS, ...YAML_KINDS]

/** The kind of settings that a file has; undefined for all other files. */
export function yamlSettingsOf({ scalars, entries }: Scalars): SettingsKind | undefined {
  const values = new Map(scalars.slice(0, MEMBERS_SHOWN).map(scalar => [scalar.entry, scalar]))
  const shown = entries.slice(0, MEMBERS_SHOWN).filter(({ path }) => path.length <= MEMBERS_DEEP)
  const members = shown.map(entry => memberOf(entry, values.get(entry)))
  const is_list = !entries.some(({ path }) => path.length === 1)
  const strings = scalars.filter(({ typed }) => typed === undefined)
  const counts = !is_list && strings.length < scalars.length
  return settingsKindOf({ members, is_list }, KINDS) ?? configurationOf(strings, counts)
}

const SORTS = {
  scalar: 'string',
  map: 'object',
  'empty map': 'object',
  list: 'list',
  alias: 'other',
  nothing: 'other',
} as const

function memberOf({ path, holds }: YamlEntry, scalar: YamlScalar | undefined): SettingsMember {
  const sort = holds === 'scalar' && scalar?.typed !== undefined ? 'other' : SORTS[holds]
  return { path, sort, value: scalar?.value ?? '' }
}
