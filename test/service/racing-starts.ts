/** Started as a process of its own by racing.slow.test.ts: opens a data folder and says which key it found there. */
import { openDataFolder } from '../../src/service/data-folder.ts'
import { readOwnKey } from '../../src/service/seed.ts'
import { DEFAULT_SETTINGS } from '../../src/service/settings.ts'

const dataDir = process.argv[2] ?? ''
const { db, secrets } = await openDataFolder(dataDir, DEFAULT_SETTINGS, Date.now)
process.stdout.write((await readOwnKey(db, secrets)) ?? '')
await db.destroy()
