import { dataWithCodes } from '../../contract/hidden.ts'
import { visible } from '../../mcp/render/data.ts'
import type { PromiseFinding, Verified } from '../../verify/verify.ts'
import type { Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { hosted } from '../hosted.ts'
import { type Paint, paintFor } from '../paint.ts'
import type { Settings } from '../settings.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Credits that a run with --spend may spend where nobody says how many. */
const MAX_CREDITS = 100

/** Words for a verdict, as wide as the longest. */
const SAID = { kept: 'kept', broken: 'BROKEN', differs: 'allowed', untried: 'not tried' } as const
const TINTS = { kept: 'good', broken: 'bad', differs: 'open', untried: undefined } as const

/**
 * Tries the promises of the contract at any service and prints a table of them. Exit status 1 where one is broken, where nothing
 * could be tried, or where the run was ended.
 */
export async function verifyService({ settings, operands, env, stdout, stderr }: Invocation): Promise<0 | 1> {
  takesNoMore('verify', operands)
  const { api_url, spend, json } = settings
  if (api_url === undefined) throw new UsageError('verify needs the address of a service: --api-url URL.')
  const gateway = hosted(api_url, settings)
  const stopped = new AbortController()
  const made: string[] = []
  const unheard = onSignal(() => {
    stderr.write(`${endingWords(made)}\n`)
    stopped.abort()
  })
  try {
    const to = await gateway.connect()
    const { tryContract } = await import('../../verify/verify.ts')
    const verified = await tryContract(to, {
      ...{
        spend,
        maxCredits: mostCredits(settings),
        exceedRate: settings.exceed_rate,
        second: settings.second_api_key,
      },
      onStart: () => void stderr.write(beforehand(settings, new URL(api_url).origin)),
      onFinding: json ? () => undefined : finding => void stdout.write(`${rowOf(finding, paintFor(stdout, env))}\n`),
      onMade: what => void made.push(what),
      signal: stopped.signal,
    })
    const counts = countsOf(verified)
    const ended = stopped.signal.aborted
    const data = { service: new URL(api_url).origin, spend, ended, counts, ...verified }
    stdout.write(json ? `${JSON.stringify(dataWithCodes(data))}\n` : endOf(verified, counts, ended))
    return counts.broken === 0 && !ended ? 0 : 1
  } finally {
    unheard()
    await gateway.close()
  }
}

function mostCredits({ max_credits = MAX_CREDITS }: Pick<Settings, 'max_credits'>): number {
  return max_credits
}

/** What happens now, and what was made so far: whoever ends the run a second time has to put it away. */
function endingWords(made: readonly string[]): string {
  const names = made.map(what => visible(what)).join(', ')
  const so = made.length === 0 ? 'Nothing was made yet.' : `What was made is put away now: ${names}.`
  return `Stopped, once the request under way is answered. ${so} The same signal again ends at once, and puts nothing away.`
}

function beforehand(settings: Pick<Settings, 'spend' | 'max_credits' | 'exceed_rate'>, service: string): string {
  const money = settings.spend
    ? `It approves one small plan, and spends ${mostCredits(settings)} credits at most.`
    : 'It approves nothing, so nothing is spent; --spend tries approvals and results too.'
  const rate = settings.exceed_rate ? ' At the end it sends up to 5,000 requests, to be refused for the rate.' : ''
  return `Trying the promises of the contract at ${service}.
It creates about two dozen small translations and archives them again, a few uploads that end by themselves, and a glossary for a pair
that has none, which it deletes again. It changes nothing else. ${money}${rate}
`
}

/** A row of the table: verdict, requirement, promise; below it what was seen. */
function rowOf({ verdict, id, promise, saw }: PromiseFinding, paint: Paint): string {
  const tint = TINTS[verdict]
  const said = SAID[verdict].padEnd(10)
  const row = `${tint === undefined ? said : paint(tint, said)} ${id.padEnd(6)} ${promise}`
  return saw === '' ? row : `${row}\n${' '.repeat(18)}${visible(saw, 400)}`
}

type Counts = Readonly<Record<keyof typeof SAID, number>>

function countsOf({ findings }: Verified): Counts {
  const count = (verdict: keyof typeof SAID) => findings.filter(finding => finding.verdict === verdict).length
  return { kept: count('kept'), broken: count('broken'), differs: count('differs'), untried: count('untried') }
}

function endOf({ left }: Verified, { kept, broken, differs, untried }: Counts, ended: boolean): string {
  const remains = left.map(what => `Left behind: ${visible(what, 400)}.\n`).join('')
  const early = ended ? 'The run was ended before its end. ' : ''
  return `\n${remains}${early}${kept} kept, ${broken} broken, ${differs} allowed differences, ${untried} not tried.\n`
}
