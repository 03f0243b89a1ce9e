/** Started as a process of its own by support/service-process.ts: serves a data folder until its standard input ends. */
import { startService } from '../../src/service/service.ts'
import { createJobs } from '../../src/service/worker/jobs.ts'
import { startThread } from '../../src/service/worker/link.ts'

const [, , dataDir = '', worker = '', settings = '{}'] = process.argv
const service = await startService({
  dataDir,
  settings: JSON.parse(settings),
  jobs: parts => createJobs(parts, startThread(new URL(worker))),
})
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, key: await service.ownKey() })}\n`)
process.stdin.on('end', () => service.close())
process.stdin.resume()
