import { ToolRefusal } from '../failure.ts'
import { amountsText, moneyText } from '../render/amount.ts'
import { count, counted } from '../render/numbers.ts'
import type { Amount } from './amount.ts'
import type { Exceeded } from './decide.ts'

/** The arguments of the call, for a next step that repeats them. */
export interface RepeatedCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

export function overCap(totals: readonly Amount[], exceeded: Exceeded): ToolRefusal {
  const { unit, cap } = exceeded
  const most = unit === 'money' ? moneyText(cap) : counted(cap, unit.slice(0, -1))
  return new ToolRefusal('over_cap', [
    `Nothing was spent: this costs ${amountsText(totals)}, and the operator allows at most ${most} in one approval.`,
    `Make the plan smaller with plan_batch (fewer languages, fewer parts), or ask whoever runs this server to raise --max-${unit}.`,
  ])
}

/** Where a person may still say yes after a no that perhaps nobody saw. */
export interface Elsewhere {
  readonly command?: string | undefined
  readonly address?: string | undefined
}

export function declined({ tool }: RepeatedCall, { command, address }: Elsewhere): ToolRefusal {
  const where =
    address === undefined
      ? command === undefined
        ? []
        : [`A person who saw no question can answer in a terminal: ${command}`]
      : [`A person who saw no question can answer on this page, after signing in: ${address}`]
  return new ToolRefusal('declined', [
    'The person declined: nothing was spent and the translation stays ready for approval.',
    `Ask what should change (plan_batch refines it), and call ${tool} again only if the person wants that.`,
    ...where,
  ])
}

export function mustAsk(command: string | undefined): ToolRefusal {
  return new ToolRefusal('consent_required', [
    'Nothing was spent: only a person may agree to spend, and this host cannot show the question.',
    command === undefined
      ? 'Approve from a host that supports elicitation.'
      : 'Approve from a host that supports elicitation, in a terminal with `translation-mcp translate`, or ask whoever runs this server to start it without --consent=required.',
  ])
}

/** Where the person answers, told to the agent. `opened`: the page was opened in the browser. */
export function waitsForPerson(
  { command, address }: Elsewhere,
  { tool, input }: RepeatedCall,
  opened: boolean,
): ToolRefusal {
  const places = [
    ...(opened ? ['The question is open on a page in the browser of the person.'] : []),
    ...(address === undefined ? [] : [`Give the person this address, where she signs in and answers: ${address}`]),
    ...(command === undefined
      ? []
      : [`${opened ? 'It can also be answered' : 'The person answers'} in a terminal: ${command}`]),
  ]
  return new ToolRefusal('consent_needed', [
    'Nothing was spent yet: a person has to agree first, outside of this chat.',
    ...places,
    `Then call ${tool} ${JSON.stringify(input)} again; it waits for the answer and goes on. The question stays open for 15 minutes.`,
  ])
}

/** The question expired, or another call used its answer, while this call waited. */
export function ended({ tool, input }: RepeatedCall): ToolRefusal {
  return new ToolRefusal('consent_needed', [
    'Nothing was spent by this call: the question has ended. It expired, or it was answered for another call.',
    `Calling ${tool} ${JSON.stringify(input)} again shows how it stands, and asks anew where that is needed.`,
  ])
}

export function codeNeeded(
  { tool, input }: RepeatedCall,
  {
    lines,
    code,
    wrong,
    command,
  }: { lines: readonly string[]; code: string; wrong: boolean; command: string | undefined },
): ToolRefusal {
  return new ToolRefusal('consent_needed', [
    wrong
      ? 'Nothing was spent: that approval_code is not valid for this plan and cost now.'
      : 'Nothing was spent: a person has to agree first.',
    'Show the person this, word for word, and wait for the answer:',
    ...lines.map(line => `  ${line}`),
    `Only after a clear yes, call ${tool} ${JSON.stringify({ ...input, approval_code: code })} (valid for ${count(15)} minutes, for this plan and cost only).`,
    ...(command === undefined ? [] : [`The person can answer in a terminal instead: ${command}`]),
  ])
}

/** The questions could not be read or written: without them nobody knows of an earlier no. */
export function questionsLost(): ToolRefusal {
  return new ToolRefusal('consent_unavailable', [
    'Nothing was spent: the question could not be kept in the data folder or database of translation-mcp, so nobody was asked.',
    'Make the same call again in a minute: a database that restarts is soon back. If it stays so, whoever runs this server finds the reason in its log (stderr), such as a full disk.',
  ])
}
