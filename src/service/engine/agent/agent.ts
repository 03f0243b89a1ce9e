import type { Workload } from '../../domain/engine-facts.ts'
import { type Engine, EngineError } from '../engine.ts'
import { assistantTokens } from './usage.ts'

/** An assistant takes hours for more words than this, over all languages. */
const MANY_WORDS = 20_000

/**
 * The engine `agent`, the caller's own model: it takes segments out of the API, and its answers are checked like any engine's. It
 * needs no account and no key, and costs no credits here. `others` says how to get another engine.
 */
export function createAgent(others: string): Engine {
  return {
    id: 'agent',
    hands: 'caller',
    round: { segments: 2000, characters: 400_000, concurrency: 1 },
    metering: { unit: 'tokens', cost: assistantTokens },
    describe: work => ({
      engine: 'agent',
      text_goes_to: 'the provider of the assistant that translates it: the text passes through its model',
      credit_cost: 0,
      billing: { who: 'assistant', unit: 'tokens', estimate: work.usage },
      advice: work.words > MANY_WORDS ? [tooLong(work, others)] : [],
    }),
    supports: () => true,
    translate: () => refuse(),
  }
}

/** The worker never calls this: it hands such a batch to the caller. */
function refuse(): ReturnType<Engine['translate']> {
  const refusal = new EngineError('refused', 'This engine takes its translations from the caller.')
  return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(refusal) }) }
}

function tooLong({ words }: Workload, others: string): string {
  const count = words.toLocaleString('en')
  return `${count} words are a lot for an assistant to translate by itself. Another engine is quicker and as a rule cheaper for so much: ${others}. Or leave parts out.`
}
