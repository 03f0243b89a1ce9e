/** Names of settings, under which work waits for a process that has them. They tell nothing of an address or a key. */
export interface Fingerprints {
  /** Of each engine with all that is set for it: endpoint, model, key. By the name of the engine. */
  readonly engines: Readonly<Record<string, string>>
  /** Of all engines and of the choice between them. */
  readonly all: string
}

/** Which work a process can do. */
export interface Means {
  /** Engines that it cannot use. */
  readonly lacking: readonly string[]
  /** Absent: work is taken whatever settings it was planned with. */
  readonly prints?: Fingerprints | undefined
}
