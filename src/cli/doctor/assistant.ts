import { isHeadless } from '../../auth/open-browser.ts'
import { type ConsentMode, decideConsent } from '../../mcp/consent/decide.ts'
import { readLastAssistant, type SeenAssistant } from '../last-assistant.ts'
import { ownCommand } from '../own-command.ts'
import { lengthOf } from './clock.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

/** Where a person is asked whether to spend. */
export type ConsentPlace = 'dialog' | 'page' | 'terminal' | 'code' | 'nowhere'

interface Asking {
  readonly mode: ConsentMode
  readonly assistant: Pick<SeenAssistant, 'form' | 'url'>
  /** True where a browser can be opened. */
  readonly browser: boolean
}

/** A spending of one credit, of which nobody knows anything yet. */
const SPENDING = {
  totals: [{ payer: 'workspace', unit: 'credits', count: 1 }],
  caps: { credits: undefined, characters: undefined, tokens: undefined, money: undefined },
  agreed: false,
  declined: false,
  other: false,
  told: 'nothing',
  code: 'none',
  page: true,
  member_page: false,
  terminal: true,
} as const

/** Where an assistant of these abilities has its person asked over stdio: as `decideConsent` decides it. */
export function consentPlace({ mode, assistant, browser }: Asking): ConsentPlace {
  const { kind } = decideConsent({
    ...SPENDING,
    mode,
    dialog: assistant.form ? 'possible' : 'impossible',
    link: assistant.url ? 'possible' : 'impossible',
  })
  switch (kind) {
    case 'ask_dialog':
      return 'dialog'
    case 'hand_out_code':
      return 'code'
    case 'ask_link':
      return 'page'
    case 'open_page':
      return browser ? 'page' : 'terminal'
    case 'tell':
      return 'terminal'
    default:
      return 'nowhere'
  }
}

/** What follows for the person. */
export function consentWords(place: ConsentPlace): string {
  switch (place) {
    case 'dialog':
      return 'shows dialogs: you approve spending there'
    case 'page':
      return 'shows no dialogs: a page opens in your browser, where you approve spending'
    case 'terminal':
      return `shows no dialogs, and no browser can be opened: you approve spending with \`${ownCommand()} approve\``
    case 'code':
      return 'shows no dialogs: you pass on the code that a refused approval prints'
    case 'nowhere':
      return 'shows no dialogs, and --consent required allows no other way: nothing that costs something can be approved'
  }
}

const DAY_MS = 24 * 60 * 60_000

/** `Claude Code 2.1 (yesterday)` */
export function assistantWords({ name, version, seen_at }: SeenAssistant, now: number): string {
  return `${name}${version === '' ? '' : ` ${version}`} (${since(Date.parse(seen_at), now)})`
}

function since(then: number, now: number): string {
  const days = Math.floor(now / DAY_MS) - Math.floor(then / DAY_MS)
  if (days <= 0) return now - then < 60_000 ? 'just now' : 'today'
  return days === 1 ? 'yesterday' : `${lengthOf(days * DAY_MS)} ago`
}

interface Asked extends Pick<Examined, 'data_dir' | 'env' | 'platform' | 'clock'> {
  readonly settings: Pick<Examined['settings'], 'consent'>
}

/** The assistant that last connected over stdio, and where it has its person asked; undefined where none did. */
export async function lastAssistant({ data_dir, env, platform, clock, settings }: Asked) {
  const assistant = await readLastAssistant(data_dir)
  if (assistant === undefined) return undefined
  const asked_in = consentPlace({ mode: settings.consent, assistant, browser: !isHeadless({ platform, env }) })
  return { ...assistant, asked_in, words: `${assistantWords(assistant, clock())}: ${consentWords(asked_in)}` }
}

export type LastAssistant = NonNullable<Awaited<ReturnType<typeof lastAssistant>>>

/** Whether the assistant that was last here can ask its person, and where she is asked else. */
export async function lookAtAssistant(examined: Examined): Promise<Diagnosis> {
  const last = await lastAssistant(examined)
  if (last === undefined) {
    return skipped(`None has connected to this data folder yet. Connect those of this machine: ${ownCommand()} setup`)
  }
  const said = `Last seen: ${last.words}.`
  if (last.asked_in === 'nowhere') {
    return asBroken(said, 'Leave out --consent required (TRANSLATION_CONSENT), or use an assistant that shows dialogs.')
  }
  if (last.asked_in === 'terminal')
    return warning(said, `Keep a terminal open on this machine for it: ${ownCommand()} approve`)
  return well(said)
}
