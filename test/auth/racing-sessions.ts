/** Started as a process of its own by sessions.slow.test.ts: waits for a word on stdin, then calls with the stored login, twice at once. */
import { once } from 'node:events'
import { createLoginSession } from '../../src/auth/session.ts'
import { createStore } from '../../src/auth/store.ts'

const [folder = '', apiUrl = ''] = process.argv.slice(2)
const store = createStore({ folder, keeping: 'file', prepare: async () => undefined })
const session = createLoginSession({ apiUrl, store, command: 'login', clock: Date.now })
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const connections = await Promise.all([session.connect(), session.connect()])
process.stdout.write(connections.map(({ credential }) => credential).join('\n'))
process.stdin.destroy()
