import { LOCAL_SERVER_NAMES } from '../../service/engine/about.ts'
import { beyondTrialCap, namedTrial, trialFound, trialPrice } from '../doctor/engine.ts'
import type { Settings } from '../settings.ts'
import { UsageError } from '../usage.ts'
import { type EngineChoice, type KeptWhere, keepChoice, keptWords, settingsFor, trialFor } from './choice.ts'
import { type Choosing, choiceOf, NotChosen } from './choosing.ts'
import { type EngineOffer, offerLines } from './offers.ts'

/** An engine that was tried and kept. */
export interface SetUp {
  readonly choice: EngineChoice
  readonly kept: KeptWhere
  /** How the call went, in a sentence. */
  readonly tried: string
  /** Under which it translates at once. */
  readonly settings: Settings
}

/**
 * Sets up an engine by its name: asks what is missing, tries it by one tiny call, whose price is said before, and keeps it. Undefined where
 * the person declines: then nothing is stored.
 *
 * @throws {NotChosen} it is not there, or the call failed
 * @throws {UsageError} nobody can be asked, and a key or `--yes` is missing
 */
export async function setUp(name: string, choosing: Choosing, signal: AbortSignal): Promise<SetUp | undefined> {
  const { settings, person, tell } = choosing
  const choice = await choiceOf(name, choosing)
  if (choice === undefined || signal.aborted) return undefined
  const trial = await trialFor(settings, choice)
  if (trial === undefined) throw new NotChosen(`${choice.engine} translates nothing here. Nothing was changed.`)
  const beyond = beyondTrialCap(trial, settings)
  if (beyond !== undefined) throw new NotChosen(`${beyond} Nothing was changed.`)
  const { cost } = trial
  tell(
    `One call to try ${choice.called === choice.engine ? namedTrial(trial) : choice.called}: ${trialPrice(trial)}. Its text, two words, goes to ${trial.text_goes_to}.`,
  )
  if (cost !== undefined && !settings.yes) {
    if (person === undefined)
      throw new UsageError(`Nothing was changed or spent. The call costs something: --yes makes it without a question.`)
    if (!(await person.yes('Make it?'))) return undefined
  }
  const { said, remedy } = trialFound(trial, await trial.run(signal))
  if (signal.aborted) return undefined
  if (remedy !== undefined) throw new NotChosen(`${said} Nothing was kept. ${remedy}`)
  tell(said)
  const kept = await keepChoice(settings, choice, choosing.openEntry)
  tell(keptWords(choice, kept))
  return { choice, kept, tried: said, settings: settingsFor(settings, choice) }
}

/** Asks which engine to set up, until one is, or the person declines. */
export async function setUpOne(
  offers: readonly EngineOffer[],
  choosing: Choosing,
  signal: AbortSignal,
): Promise<SetUp | undefined> {
  const { person, tell } = choosing
  const numbers = numbered(offers)
  for (const line of offerLines(offers, numbers)) tell(line)
  while (person !== undefined && !signal.aborted) {
    const typed = await person.line('Set one up now? Its number, or Enter for none:')
    const name = nameTyped(typed ?? '', offers, numbers)
    if (typed === undefined || typed === '') return undefined
    if (name === undefined) {
      tell(`${[...numbers.values()].join(', ')} or Enter.`)
      continue
    }
    try {
      const done = await setUp(name, choosing, signal)
      if (done !== undefined) return done
    } catch (error) {
      if (!(error instanceof NotChosen)) throw error
      tell(error.message)
    }
  }
  return undefined
}

/** What can be set up here, by the name of its offer. */
function numbered(offers: readonly EngineOffer[]): ReadonlyMap<string, number> {
  const isLocal = (name: string) => LOCAL_SERVER_NAMES.some(each => each === name)
  const usable = offers.filter(({ use, found, name }) => use !== undefined && (found || !isLocal(name)))
  return new Map(usable.map(({ name }, at) => [name, at + 1]))
}

function nameTyped(typed: string, offers: readonly EngineOffer[], numbers: ReadonlyMap<string, number>) {
  const offer = offers.find(({ name }) => String(numbers.get(name)) === typed || (numbers.has(name) && name === typed))
  return offer?.use
}
