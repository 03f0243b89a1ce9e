/** Names of settings, under which work waits for a process that has them. They tell nothing of an address or a key. */
export interface Fingerprints {
  /** Of each engine with all that is set for it: endpoint, model, key. By the name of the engine. */
  readonly engines: Readonly<Record<string, string>>
  /** Of all engines and of the choice between them, by who asks: only for assistants their own model may have a turn. */
  readonly choices: { readonly assistants: string; readonly programs: string }
  /** The one of these under which the callers of this process ask. */
  readonly all: string
}

/** True where assistants asked under this print, false where programs did; undefined where it is neither of these, or none. */
export function askedByAssistants(print: string | null, prints: Fingerprints | undefined): boolean | undefined {
  if (print === null || prints === undefined) return undefined
  if (print === prints.choices.assistants) return true
  return print === prints.choices.programs ? false : undefined
}

/** Which work a process can do. */
export interface Means {
  /** Engines that it cannot use. */
  readonly lacking: readonly string[]
  /** Absent: work is taken whatever settings it was planned with. */
  readonly prints?: Fingerprints | undefined
}
