import { visible } from '../../mcp/render/data.ts'
import type { PromiseFinding, Verified } from '../../verify/verify.ts'
import type { Invocation } from '../command.ts'
import { onSignal } from '../ending.ts'
import { hosted } from '../hosted.ts'
import { takesNoMore, UsageError } from '../usage.ts'

/** Credits that a run with --spend may spend where nobody says how many. */
const MAX_CREDITS = 100

/** Words for a verdict, as wide as the longest. */
const SAID = { kept: 'kept', broken: 'BROKEN', differs: 'allowed', untried: 'not tried' } as const

/**
 * Tries the promises of the contract at any service and prints a table of them. Exit status 1 where one is broken, or where nothing
 * could be tried.
 */
export async function verifyService({ settings, operands, stdout, stderr }: Invocation): Promise<0 | 1> {
  takesNoMore('verify', operands)
  const { api_url, spend, max_credits = MAX_CREDITS, json } = settings
  if (api_url === undefined) throw new UsageError('verify needs the address of a service: --api-url URL.')
  const gateway = hosted(api_url, settings)
  const stopped = new AbortController()
  const unheard = onSignal(() => {
    stderr.write('Stopped. What was made is put away; the same signal again ends at once.\n')
    stopped.abort()
  })
  try {
    const to = await gateway.connect()
    stderr.write(beforehand(new URL(api_url).origin, spend, max_credits))
    const { tryContract } = await import('../../verify/verify.ts')
    const onFinding = json ? () => undefined : (finding: PromiseFinding) => void stdout.write(`${rowOf(finding)}\n`)
    const verified = await tryContract(to, { spend, maxCredits: max_credits, onFinding, signal: stopped.signal })
    const counts = countsOf(verified)
    stdout.write(
      json
        ? `${JSON.stringify({ service: new URL(api_url).origin, spend, counts, ...verified })}\n`
        : endOf(verified, counts),
    )
    return counts.broken === 0 && !stopped.signal.aborted ? 0 : 1
  } finally {
    unheard()
    await gateway.close()
  }
}

function beforehand(service: string, spend: boolean, most: number): string {
  const money = spend
    ? `It approves one small plan, of ${most} credits at most.`
    : 'It approves nothing, so nothing is spent; --spend tries approvals and results too.'
  return `Trying the promises of the contract at ${service}.
It creates about a dozen small translations and archives them again, a few uploads that end by themselves, and a glossary for a pair
that has none, which it deletes again. It changes nothing else. ${money}
`
}

/** A row of the table: verdict, requirement, promise; below it what was seen. */
function rowOf({ verdict, id, promise, saw }: PromiseFinding): string {
  const row = `${SAID[verdict].padEnd(10)} ${id.padEnd(6)} ${promise}`
  return saw === '' ? row : `${row}\n${' '.repeat(18)}${visible(saw, 400)}`
}

type Counts = Readonly<Record<keyof typeof SAID, number>>

function countsOf({ findings }: Verified): Counts {
  const count = (verdict: keyof typeof SAID) => findings.filter(finding => finding.verdict === verdict).length
  return { kept: count('kept'), broken: count('broken'), differs: count('differs'), untried: count('untried') }
}

function endOf({ left }: Verified, { kept, broken, differs, untried }: Counts): string {
  const remains = left.map(what => `Left behind: ${visible(what, 400)}.\n`).join('')
  return `\n${remains}${kept} kept, ${broken} broken, ${differs} allowed differences, ${untried} not tried.\n`
}
