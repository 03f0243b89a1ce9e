import type { Log } from '../ports.ts'

type Library = typeof import('oidc-provider')

/**
 * Loads oidc-provider and suppresses the lines that it prints while loading: standard output may belong to the protocol. Its
 * warning about a Node.js release that it does not list is logged as one sentence of ours.
 */
export async function loadProvider(log: Log): Promise<Library> {
  loading ??= loadQuietly()
  const { library, complains } = await loading
  if (complains) log.warn(OLD_NODE)
  return library
}

let loading: Promise<{ readonly library: Library; readonly complains: boolean }> | undefined

async function loadQuietly() {
  const said: string[] = []
  const { console: terminal } = globalThis
  const { info, warn } = terminal
  const note = (...words: readonly unknown[]) => void said.push(words.join(' '))
  Object.assign(terminal, { info: note, warn: note })
  try {
    const library = await import('oidc-provider')
    return { library, complains: said.some(line => line.includes('Unsupported runtime')) }
  } finally {
    Object.assign(terminal, { info, warn })
  }
}

const OLD_NODE = `Sign-in works on Node.js ${process.versions.node}, but its library is tested by its makers on Node.js 22 and later.`
