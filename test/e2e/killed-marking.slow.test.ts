import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { MARK } from '../../src/service/files/blobs.ts'
import { giveDatabase } from '../support/databases.ts'
import { dataDirIn, makePlace, startProgram } from '../support/program.ts'
import { temporaryFolder } from '../support/world.ts'

const ROUNDS = 6

it('a service that is killed as it marks the place of its files finds its own mark at its next start [SCL-1]', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const files = temporaryFolder()
    const place = makePlace()
    await giveDatabase(dataDirIn(place))
    const env = { TRANSLATION_FILES_URL: pathToFileURL(files).href }
    const start = () => startProgram(['service', '--port', '0'], { place, env })
    const killed = start()
    while (!existsSync(join(files, MARK)) && killed.child.exitCode === null) await setImmediate()
    killed.child.kill('SIGKILL')
    await killed.ended
    expect(existsSync(join(files, MARK))).toBe(true)
    const next = start()
    await next.heard('listens on', 'stdout')
    next.child.kill('SIGTERM')
    expect((await next.ended).code).toBe(0)
  }
})
