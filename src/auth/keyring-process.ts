/**
 * The process that asks the system's keyring: one question on standard input, its answer on standard output. The library blocks
 * while it opens the keyring. If the keyring hangs, nothing else in the process runs, not even a timer. So the library runs in a
 * separate process, which can be ended from outside.
 */
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { AsyncEntry } from '@napi-rs/keyring'
import type { KeyringQuestion } from './keyring.ts'

const SERVICE = 'translation-mcp'

/** Ends this process even if the asking process was killed. Longer than the longest wait for an answer. In milliseconds. */
const LIFE_MS = 25_000
new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${LIFE_MS})`, { eval: true }).unref()

const question: KeyringQuestion = JSON.parse(await text(process.stdin))
try {
  // On Linux only the Secret Service: the library would also use the kernel's keyring, which forgets everything at a restart.
  const entry = new AsyncEntry(SERVICE, question.name, { linux: { store: 'secret-service' } })
  process.stdout.write(JSON.stringify({ value: await answer(entry) }))
} catch {
  // The error is not printed: it may quote the question.
  process.exitCode = 1
}

async function answer(entry: AsyncEntry): Promise<string | boolean | null> {
  switch (question.does) {
    case 'read':
      return (await entry.getPassword()) ?? null
    case 'write':
      await entry.setPassword(question.secret)
      return null
    case 'remove':
      return await entry.deletePassword()
  }
}
