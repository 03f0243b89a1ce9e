/** Databases for moves, and what tests look for in them. */
import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { inject } from 'vitest'
import { URL_FILE } from '../../../src/service/data-folder.ts'
import { type Moved, type MoveOptions, moveFolder } from '../../../src/service/move/move.ts'
import { afterFile } from '../../support/after-file.ts'
import { order } from '../../support/cluster.ts'
import { collecting } from '../../support/collecting.ts'
import { MEANT } from '../../support/databases.ts'

/** The address of an empty database, which goes away after the test file. */
export async function emptyDatabase(): Promise<string> {
  const cluster = inject('cluster')
  const name = `moved_${randomBytes(8).toString('hex')}`
  await order(cluster, `create database ${name} template template0`)
  afterFile(() => order(cluster, `drop database if exists ${name} with (force)`))
  return cluster.replace(/postgres$/, name)
}

/** Moves a folder, once every connection that was closed in this process is gone: the last of it goes with what is collected. */
export async function move(from: string, to: string, more: Partial<MoveOptions> = {}): Promise<Moved> {
  if (existsSync(join(from, 'translation.db'))) writeFileSync(join(from, '..', MEANT), '')
  await collecting(setTimeout(120))
  return await moveFolder({ from, to, clock: Date.now, ...more })
}

/** Moves a folder to a database of its own, and lets the folder name that. */
export async function moveAway(dataDir: string): Promise<string> {
  const url = await emptyDatabase()
  await move(dataDir, url)
  writeFileSync(join(dataDir, URL_FILE), `${url}\n`)
  return url
}
