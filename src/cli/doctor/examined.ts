import type { Writable } from 'node:stream'
import type { OpenEntry } from '../../auth/keyring.ts'
import type { DataFolderLook } from '../../service/admin/looking.ts'
import type { Environment } from '../config.ts'
import { dataDirOf } from '../data-dir.ts'
import { type EngineKeys, readEngineKeys } from '../engine-keys.ts'
import { filesOf } from '../service-settings.ts'
import type { Settings } from '../settings.ts'
import { askService, type ServiceAnswer } from './ask-service.ts'

/** What the checks look at. What several of them need is asked once, when the first needs it. */
export interface Examined {
  readonly settings: Settings
  readonly env: Environment
  readonly working: string
  readonly stderr: Writable
  readonly platform: NodeJS.Platform
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly data_dir: string
  readonly openEntry: OpenEntry | undefined
  /** The state of the data folder. @throws {Error} it cannot be read, or this build has no service */
  folder(): Promise<DataFolderLook>
  /** Tries the place of the files, where that is set; false where it is not. @throws {Error} it cannot be used, and why */
  filesApart(): Promise<boolean>
  /** Keys of engines in the keyring, which may ask the person to unlock it. */
  keys(): Promise<EngineKeys>
  /** What the hosted service answers to a request without a credential; undefined where none is set. */
  answer(): Promise<ServiceAnswer | undefined>
}

export interface ExaminedParts extends Pick<Examined, 'settings' | 'env' | 'working' | 'stderr'> {
  readonly openEntry?: OpenEntry | undefined
  readonly clock?: (() => number) | undefined
  readonly platform?: NodeJS.Platform | undefined
  /** How long the hosted service may take, in milliseconds. */
  readonly service_ms?: number | undefined
}

export function examinedOf(parts: ExaminedParts): Examined {
  const { settings, openEntry, clock = Date.now, platform = process.platform, service_ms } = parts
  const { api_url, database_url } = settings
  const data_dir = dataDirOf(settings)
  return {
    ...parts,
    ...{ openEntry, clock, platform, data_dir },
    folder: once(async () => {
      const { lookAtDataFolder } = await import('../../service/admin/looking.ts')
      return lookAtDataFolder(data_dir, { database_url, ...filesOf(settings) })
    }),
    filesApart: async () => {
      const { tryFilesApart } = await import('../../service/admin/looking.ts')
      return await tryFilesApart(data_dir, { database_url, ...filesOf(settings) })
    },
    keys: once(() => readEngineKeys(settings, openEntry)),
    answer: once(async () => (api_url === undefined ? undefined : askService(api_url, clock, service_ms))),
  }
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => {
    made ??= make()
    return made
  }
}
