/**
 * The process that asks the system's keyring: one question on standard input, its answer on standard output. The library opens the
 * keyring without giving way, so where that does not answer (a bus that hangs) nothing else of a process runs any more, and no
 * time limit of its own could end it. This one can be ended from outside.
 */
import { text } from 'node:stream/consumers'
import { Worker } from 'node:worker_threads'
import { AsyncEntry } from '@napi-rs/keyring'
import type { KeyringQuestion } from './keyring.ts'

const SERVICE = 'translation-mcp'

/** Longer than anybody waits for an answer: were who asked killed, nobody else would end a process that hangs. In milliseconds. */
const LIFE_MS = 25_000
new Worker(`setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${LIFE_MS})`, { eval: true }).unref()

const question: KeyringQuestion = JSON.parse(await text(process.stdin))
try {
  // On Linux pinned to the Secret Service: the library would fall to the kernel's keyring, which forgets everything at the next start.
  const entry = new AsyncEntry(SERVICE, question.name, { linux: { store: 'secret-service' } })
  process.stdout.write(JSON.stringify({ value: await answer(entry) }))
} catch {
  // What went wrong may quote what was asked.
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
