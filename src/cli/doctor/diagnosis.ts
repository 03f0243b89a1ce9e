/** How a thing stands. `skipped`: there is nothing to look at here, or looking was not asked for. */
export type Health = 'well' | 'warning' | 'broken' | 'skipped'

/** What a look found, in sentences for a person. */
export interface Diagnosis {
  readonly state: Health
  readonly said: string
  /** What to do: one command or one sentence. Present where it is not well. */
  readonly remedy?: string | undefined
}

/** The same with the name of its check. */
export interface NamedDiagnosis extends Diagnosis {
  readonly name: string
}

/** One look at one thing. */
export interface DoctorCheck<Given> {
  /** As people name it on the command line, and as it stands in JSON: it never changes. */
  readonly name: string
  /** What it looks at, for the help. */
  readonly looks_at: string
  /** A look that takes longer is given up, in milliseconds. */
  readonly patience_ms: number
  /** It changes nothing. `signal` aborts where the look is given up. May fail: then the check is broken, and the failure is what it says. */
  look(given: Given, signal: AbortSignal): Promise<Diagnosis>
}

export const well = (said: string): Diagnosis => ({ state: 'well', said })
export const skipped = (said: string): Diagnosis => ({ state: 'skipped', said })
export const warning = (said: string, remedy: string): Diagnosis => ({ state: 'warning', said, remedy })
export const asBroken = (said: string, remedy: string): Diagnosis => ({ state: 'broken', said, remedy })
