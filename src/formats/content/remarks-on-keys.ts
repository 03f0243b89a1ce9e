/** What a plan says of keys that may be languages or words. */
export interface UnclearKeys {
  readonly keys: readonly string[]
  /** What they are taken for. */
  readonly taken: keyof typeof TAKEN
}

const TAKEN = {
  words:
    'They are taken for words: what is under each is translated where it is. If they are languages, say from which of them to translate: ' +
    'that one gets a translation beside it, and the others stay.',
  languages:
    'They are taken for languages, since the file is in one of them: that one gets a translation beside it, and the others stay.',
} as const

export function remarksOnKeys(unclear: UnclearKeys | undefined): readonly string[] {
  if (unclear === undefined) return []
  const keys = unclear.keys.slice(0, SHOWN).map(key => `“${key}”`)
  return [`The keys ${keys.join(', ')} may be languages or words. ${TAKEN[unclear.taken]}`]
}

const SHOWN = 5
