import { judgeClock } from '../../service/clock-ahead.ts'
import { asBroken, type Diagnosis, skipped, warning, well } from './diagnosis.ts'
import type { Examined } from './examined.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
/** Dates of HTTP have whole seconds, and an answer takes time. */
const UNNOTICED_MS = 20 * SECOND
/** From here on tokens and links count as ended, or as not begun. */
const HARMFUL_MS = 2 * MINUTE

/** What a clock can be compared with, all in milliseconds. */
export interface Compared {
  readonly now: number
  /** By how much the clock of the hosted service is ahead of this one; undefined where it is not known. */
  readonly service_ahead: number | undefined
  /** When the data folder was last used; undefined where nobody knows. */
  readonly last_seen: number | undefined
}

/** Whether the clock agrees with the hosted service, and with when the data folder was last used. */
export async function lookAtClock({ clock, folder, answer }: Examined): Promise<Diagnosis> {
  const answered = await answer()
  // What is wrong with the data folder, its own check says.
  const looked = await folder().catch(() => undefined)
  return clockFound({
    now: clock(),
    service_ahead: answered?.kind === 'answered' ? answered.ahead_ms : undefined,
    last_seen: looked?.last_seen,
  })
}

const SET_IT =
  'Let the system set its clock by the network: `sudo timedatectl set-ntp true` on Linux; Date & Time in the settings of macOS and Windows.'

export function clockFound({ now, service_ahead, last_seen }: Compared): Diagnosis {
  const shown = `${new Date(now).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  if (service_ahead !== undefined && Math.abs(service_ahead) > UNNOTICED_MS) {
    const way = service_ahead > 0 ? 'behind' : 'ahead of'
    const said = `The clock of this machine (${shown}) is ${lengthOf(Math.abs(service_ahead))} ${way} that of the service.`
    return Math.abs(service_ahead) > HARMFUL_MS
      ? asBroken(`${said} Sign-ins and links end too early or too late.`, SET_IT)
      : warning(said, SET_IT)
  }
  if (last_seen !== undefined && last_seen - now > HARMFUL_MS) {
    return asBroken(
      `The clock says ${shown}; the data folder was used ${lengthOf(last_seen - now)} after that: one of the two was wrong.`,
      SET_IT,
    )
  }
  if (last_seen !== undefined && judgeClock(now, { right: last_seen, ahead: undefined }) !== 'right') {
    return warning(
      `The clock says ${shown}, ${lengthOf(now - last_seen)} after the data folder was last used. If that was so, all is well; nothing is cleared away before some hours have gone by.`,
      `If the clock is wrong: ${SET_IT}`,
    )
  }
  if (service_ahead === undefined && last_seen === undefined) {
    return skipped(`It says ${shown}, and there is nothing to compare that with yet.`)
  }
  return well(`It says ${shown}, as ${service_ahead === undefined ? 'the data folder expects' : 'the service says'}.`)
}

const UNITS = [
  [24 * 60 * MINUTE, 'day'],
  [60 * MINUTE, 'hour'],
  [MINUTE, 'minute'],
  [SECOND, 'second'],
] as const

/** `3 hours`: a length of time in its largest unit. */
export function lengthOf(ms: number): string {
  const [size, name] = UNITS.find(([unit]) => ms >= unit) ?? [SECOND, 'second']
  const count = Math.floor(ms / size)
  return `${count} ${name}${count === 1 ? '' : 's'}`
}
