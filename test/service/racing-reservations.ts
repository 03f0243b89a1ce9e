/** Started as a process of its own by racing.slow.test.ts: tries to hold credits for each batch it is given, all at once. */
import { createIds } from '../../src/service/data-folder.ts'
import { reserve } from '../../src/service/store/credits.ts'
import { openDatabase, write } from '../../src/service/store/database.ts'

interface Order {
  file: string
  workspace_id: string
  now: number
  amount: number
  batches: string[]
}

const { file, workspace_id, now, amount, batches }: Order = JSON.parse(process.argv[2] ?? '')
const db = openDatabase(file)
const newId = createIds(() => now)
const outcomes = await Promise.allSettled(
  batches.map(batch_id => write(db, tx => reserve(tx, { workspace_id, batch_id, amount, now, newId }))),
)
process.stdout.write(String(outcomes.filter(({ status }) => status === 'fulfilled').length))
