import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as NewSdk from '@modelcontextprotocol/client'
import type { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import type { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import * as z from 'zod'
import { temporaryFolder } from './world.ts'

/** The client of a release of the SDK's first major version, as the hosts of its day have it. */
export interface OldSdk {
  readonly Client: typeof OldClient
  readonly Transport: typeof OldTransport
}

const isClass = <T>() => z.custom<T>(value => typeof value === 'function')
const Old = { client: z.object({ Client: isClass<OldSdk['Client']>() }) }
const Transport = z.object({ StreamableHTTPClientTransport: isClass<OldSdk['Transport']>() })
const New = z.object({
  Client: isClass<typeof NewSdk.Client>(),
  StreamableHTTPClientTransport: isClass<typeof NewSdk.StreamableHTTPClientTransport>(),
})

export type NewerSdk = z.output<typeof New>

/** Releases of the SDK, installed as they were published into a folder of their own. */
export interface Releases {
  old(version: string): Promise<OldSdk>
  newer(version: string): Promise<NewerSdk>
}

const alias = (version: string) => `sdk-${version}`

/** Installs releases of the SDK. Undefined where the registry cannot be reached. */
export function installReleases(old: readonly string[], newer: readonly string[]): Releases | undefined {
  const folder = temporaryFolder()
  const of = (versions: readonly string[], name: string) =>
    versions.map(version => [alias(version), `npm:@modelcontextprotocol/${name}@${version}`])
  const dependencies = Object.fromEntries([...of(old, 'sdk'), ...of(newer, 'client')])
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  try {
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=1']
    execFileSync('npm', ['install', ...options], { cwd: folder, stdio: 'ignore', timeout: 100_000 })
  } catch {
    return undefined
  }
  const load = (version: string, file: string): Promise<unknown> =>
    import(/* @vite-ignore */ pathToFileURL(path.join(folder, 'node_modules', alias(version), file)).href)
  return {
    async old(version) {
      const { Client } = Old.client.parse(await load(version, 'dist/esm/client/index.js'))
      const { StreamableHTTPClientTransport } = Transport.parse(
        await load(version, 'dist/esm/client/streamableHttp.js'),
      )
      return { Client, Transport: StreamableHTTPClientTransport }
    },
    async newer(version) {
      return New.parse(await load(version, 'dist/index.mjs'))
    },
  }
}
