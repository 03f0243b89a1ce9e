import { lookAtAssistant } from './assistant.ts'
import { lookAtClock } from './clock.ts'
import { lookAtFolder } from './data-folder.ts'
import { lookAtDatabase } from './database.ts'
import type { DoctorCheck } from './diagnosis.ts'
import { lookAtEngine, tryTheEngine } from './engine.ts'
import type { Examined } from './examined.ts'
import { lookAtFiles } from './files.ts'
import { lookAtBrowser, lookAtNode, lookAtPort } from './machine.ts'
import { lookAtService } from './service.ts'
import { lookAtSignIn } from './sign-in.ts'
import { lookAtStdio } from './stdio.ts'
import { lookAtAllowed, lookAtKeyring, lookAtProject, lookAtSettings } from './surroundings.ts'

const SECOND = 1000

/** Everything that `doctor` looks at, in the order in which it is told. */
export const DOCTOR_CHECKS: readonly DoctorCheck<Examined>[] = [
  { name: 'node', looks_at: 'the version of Node', patience_ms: SECOND, look: lookAtNode },
  { name: 'settings', looks_at: 'the variables of this program', patience_ms: SECOND, look: lookAtSettings },
  { name: 'project', looks_at: 'the project file of this repository', patience_ms: 5 * SECOND, look: lookAtProject },
  { name: 'data-folder', looks_at: 'the data folder', patience_ms: 10 * SECOND, look: lookAtFolder },
  { name: 'database', looks_at: 'its database', patience_ms: 10 * SECOND, look: lookAtDatabase },
  { name: 'files', looks_at: 'where files lie', patience_ms: 30 * SECOND, look: lookAtFiles },
  { name: 'keyring', looks_at: "this system's keyring", patience_ms: 20 * SECOND, look: lookAtKeyring },
  { name: 'folders', looks_at: 'the allowed folders', patience_ms: 5 * SECOND, look: lookAtAllowed },
  { name: 'engine', looks_at: 'who translates', patience_ms: 25 * SECOND, look: lookAtEngine },
  { name: 'engine-call', looks_at: 'one tiny call, with --try-engine', patience_ms: 120 * SECOND, look: tryTheEngine },
  { name: 'service', looks_at: 'the address of a hosted service', patience_ms: 10 * SECOND, look: lookAtService },
  { name: 'sign-in', looks_at: 'the key or the sign-in there', patience_ms: 30 * SECOND, look: lookAtSignIn },
  { name: 'clock', looks_at: 'the clock', patience_ms: 15 * SECOND, look: lookAtClock },
  { name: 'port', looks_at: 'the port of http', patience_ms: 5 * SECOND, look: lookAtPort },
  { name: 'browser', looks_at: 'whether pages can be opened', patience_ms: 5 * SECOND, look: lookAtBrowser },
  { name: 'stdio', looks_at: 'a start as by an assistant', patience_ms: 30 * SECOND, look: lookAtStdio },
  { name: 'assistant', looks_at: 'the assistant that was last here', patience_ms: 5 * SECOND, look: lookAtAssistant },
]

/** Of all names of checks. */
export const CHECK_NAMES: readonly string[] = DOCTOR_CHECKS.map(({ name }) => name)
