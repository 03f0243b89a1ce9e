/** Whether a JSON file is for programs. */
import {
  configurationOf,
  MEMBERS_DEEP,
  MEMBERS_SHOWN,
  type SettingsFile,
  type SettingsKind,
  type SettingsMember,
  settingsKindOf,
} from '../content/settings.ts'
import { COMMON_KINDS } from '../content/settings-kinds.ts'
import type { Holder, JsonDocument } from './reader.ts'
import { JSON_KINDS } from './settings-kinds.ts'

const KINDS = [...COMMON_KINDS, ...JSON_KINDS]

/** The kind of settings that a file has; undefined for all other files. */
export function jsonSettingsOf(document: JsonDocument): SettingsKind | undefined {
  const { root } = document
  if (root === undefined) return undefined
  return (
    settingsKindOf(shownOf(root), KINDS) ??
    configurationOf(document.strings, root.object && document.holders.some(({ others }) => others.length > 0))
  )
}

function shownOf(root: Holder): SettingsFile {
  const members: SettingsMember[] = []
  let level: (readonly [readonly string[], Holder])[] = [[[], root]]
  for (let depth = 0; depth < MEMBERS_DEEP && members.length < MEMBERS_SHOWN; depth += 1) {
    const next: (readonly [readonly string[], Holder])[] = []
    for (const [path, { strings, holders, others }] of level) {
      if (members.length >= MEMBERS_SHOWN) break
      for (const key of others.slice(0, MEMBERS_SHOWN)) members.push({ path: [...path, key], sort: 'other', value: '' })
      for (const { key, value } of strings.slice(0, MEMBERS_SHOWN))
        members.push({ path: [...path, key], sort: 'string', value })
      for (const holder of holders.slice(0, MEMBERS_SHOWN)) {
        const own = [...path, holder.key]
        members.push({ path: own, sort: holder.object ? 'object' : 'list', value: '' })
        next.push([own, holder])
      }
    }
    level = next
  }
  return { members, is_list: !root.object }
}
