import type { KeyringEntry, OpenEntry } from '../../src/auth/keyring.ts'

/** A keyring in memory, in the place of the system's. `asked` counts the entries that were opened. */
export function memoryKeyring(refuses: (name: string, secret: string) => boolean = () => false) {
  const kept = new Map<string, string>()
  const keyring = { kept, asked: 0 }
  const openEntry: OpenEntry = async name => {
    keyring.asked += 1
    const entry: KeyringEntry = {
      async setPassword(secret) {
        if (refuses(name, secret)) throw new Error(`does not take ${secret}`)
        kept.set(name, secret)
      },
      getPassword: async () => kept.get(name) ?? null,
      deletePassword: async () => kept.delete(name),
    }
    return entry
  }
  return Object.assign(keyring, { openEntry })
}
