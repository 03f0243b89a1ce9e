/** Started as a process of its own by processes.slow.test.ts: serves a data folder until its standard input ends. */
import { startService } from '../../src/service/service.ts'

const [, , dataDir = '', worker = ''] = process.argv
const settings = { engine: 'pseudo', lease_seconds: 1 }
const service = await startService({ dataDir, settings, workerEntry: new URL(worker) })
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, key: await service.ownKey() })}\n`)
process.stdin.on('end', () => service.close())
process.stdin.resume()
