import { chownSync, copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../src/service/store/database.ts'
import { issued, issuer } from '../../support/certificate.ts'
import { type Cluster, installedServer, order, PASSWORD, startCluster } from '../../support/cluster.ts'

let cluster: Cluster
const ca = issuer()
beforeAll(async () => {
  cluster = await startCluster(installedServer() ?? '')
})
afterAll(() => cluster.end())

/** Has the server speak TLS as `host`, from its next start. */
async function certify(host: string, days = 1): Promise<void> {
  const { files } = issued(host, ca, days)
  const { uid, gid } = statSync(cluster.data)
  for (const [from, to] of [
    [files.cert, 'server.crt'],
    [files.key, 'server.key'],
  ] as const) {
    copyFileSync(from, join(cluster.data, to))
    chownSync(join(cluster.data, to), uid, gid)
  }
  await order(cluster.url('postgres'), 'alter system set ssl = on')
  await cluster.stop()
  await cluster.start()
}

/** True where the connection by this address is encrypted, or how it failed. */
async function encrypted(query: string, host = 'localhost'): Promise<unknown> {
  const warned: string[] = []
  const listen = (warning: Error) => void warned.push(warning.message)
  process.on('warning', listen)
  const db = openDatabase(`${cluster.url('postgres').replace('127.0.0.1', host)}?${query}`)
  try {
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]?.ssl
  } catch (error) {
    const told = `${error} ${JSON.stringify(error)} ${error instanceof Error ? error.stack : ''}`
    expect(told).not.toContain(PASSWORD)
    return String(error)
  } finally {
    await db.destroy()
    process.off('warning', listen)
    expect(warned).toEqual([])
  }
}

describe('the connection to a database', () => {
  it('is refused in words where TLS is asked for and the server has none', async () => {
    expect(await encrypted('sslmode=disable')).toBe(false)
    expect(await encrypted('sslmode=verify-full')).toContain('it takes no encrypted connections')
  })

  it('is encrypted and verified by sslmode=verify-full with the issuer in sslrootcert, and by require as well', async () => {
    await certify('localhost')
    const root = `sslrootcert=${encodeURIComponent(ca.files.cert)}`
    for (const mode of ['verify-full', 'require', 'verify-ca', 'prefer']) {
      expect([mode, await encrypted(`sslmode=${mode}&${root}`)]).toEqual([mode, true])
      expect(await encrypted(`sslmode=${mode}`)).toContain('sslrootcert')
    }
    expect(await encrypted('sslmode=no-verify')).toBe(true)
  })

  it('says in words that a certificate is for another host or has expired, or that the file of the issuer is not there', async () => {
    const root = `sslrootcert=${encodeURIComponent(ca.files.cert)}`
    expect(await encrypted(`sslmode=verify-full&${root}`, '127.0.0.1')).toContain('its certificate is for another host')
    expect(await encrypted('sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).toContain('cannot be read')
    await certify('localhost', -1)
    expect(await encrypted(`sslmode=verify-full&${root}`)).toContain('its certificate has expired')
  })

  it('says in words that an address is none, and does not repeat it', async () => {
    const db = openDatabase(`postgres://keeper:${PASSWORD}@[::1/name`)
    const refused = await sql`select 1`.execute(db).catch((error: Error) => `${error} ${JSON.stringify(error)}`)
    expect(refused).toContain('its address cannot be read')
    expect(refused).not.toContain(PASSWORD)
    await db.destroy()
  })
})
