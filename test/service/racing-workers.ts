/** Started as a process of its own by workers.ts: works on a data folder until SIGTERM, and serves nobody. */
import { startWork } from '../../src/service/work-alone.ts'
import { createJobs } from '../../src/service/worker/jobs.ts'
import { startThread } from '../../src/service/worker/link.ts'

const [, , dataDir = '', worker = '', settings = '{}'] = process.argv
const work = await startWork({
  dataDir,
  settings: JSON.parse(settings),
  jobs: parts => createJobs(parts, startThread(new URL(worker))),
})
process.once('SIGTERM', async () => {
  await work.close()
  process.exit()
})
process.stdout.write('working\n')
// A process that serves nobody has nothing else that keeps it.
setInterval(() => undefined, 60_000)
