import { CLIENT_CAPABILITIES_META_KEY, CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import * as z from 'zod'

/** The program that a person talks to, as it introduced itself, and what it can do that decides how she is asked. */
export interface CallingAssistant {
  readonly name: string
  readonly version: string
  /** It shows forms: a person agrees to spending there. */
  readonly form: boolean
  /** It opens pages in the person's browser. */
  readonly url: boolean
  readonly sampling: boolean
  readonly roots: boolean
  /** It asked for progress in a call; false as long as it did not. */
  readonly progress: boolean
}

/** What a client said of itself: when it connected, or (since 2026-07-28) with each request. */
interface Introduced {
  readonly info: unknown
  readonly capabilities: unknown
}

/** The capabilities that the request itself declares (since 2026-07-28). Older clients declare them once, when they connect. */
export function declaredIn(envelope: object | undefined): unknown {
  return valueIn(envelope, CLIENT_CAPABILITIES_META_KEY)
}

function valueIn(envelope: object | undefined, wanted: string): unknown {
  return Object.entries(envelope ?? {}).find(([key]) => key === wanted)?.[1]
}

const Asking = z.looseObject({ elicitation: z.looseObject({ form: z.unknown(), url: z.unknown() }).partial() })

/** What a host can do that decides how its person is asked: show her a form, open a page for her. */
export interface AskingAbilities {
  readonly can_ask: boolean
  readonly can_open: boolean
}

/** What the host can ask. `elicitation: {}` means that it can show forms; `elicitation` with only `url` means that it cannot. */
export function abilitiesIn(capabilities: unknown): AskingAbilities {
  const { elicitation } = Asking.safeParse(capabilities).data ?? {}
  const can_open = elicitation?.url !== undefined
  return { can_ask: elicitation !== undefined && (elicitation.form !== undefined || !can_open), can_open }
}

const Info = z.object({
  name: z.string(),
  version: z.string().catch(''),
  title: z.string().optional().catch(undefined),
})
const Others = z.looseObject({ sampling: z.unknown(), roots: z.unknown() }).partial()

/**
 * The assistant behind a request, or behind a connection that was just opened; undefined where it did not say its name. `envelope`: what the
 * request itself says; it comes before what was said when the client connected.
 */
export function assistantIn(
  envelope: object | undefined,
  connected: Introduced,
  progress: boolean,
): CallingAssistant | undefined {
  const info = Info.safeParse(valueIn(envelope, CLIENT_INFO_META_KEY) ?? connected.info).data
  if (info === undefined) return undefined
  const capabilities = declaredIn(envelope) ?? connected.capabilities
  const { can_ask, can_open } = abilitiesIn(capabilities)
  const { sampling, roots } = Others.safeParse(capabilities).data ?? {}
  return {
    ...{ name: info.title ?? info.name, version: info.version },
    ...{ form: can_ask, url: can_open, sampling: sampling !== undefined, roots: roots !== undefined, progress },
  }
}
