import {
  givenData,
  mustBeOffered,
  mustRefuse,
  mustRefuseParam,
  mustRefuseSomehow,
  shown,
  succeeded,
} from '../answer.ts'
import { valueAt } from '../probe.ts'
import { type ContractCheck, type Need, oncePerRun, type Trial } from '../trial.ts'
import { broken, differs, must, untried } from '../verdict.ts'

/** What a check of glossaries needs. */
export const GLOSSARY: readonly Need[] = ['glossaries:read', 'glossaries:write']
const GLOSSARIES = '/v1/glossaries'

/** Languages for a pair that nobody has a glossary for. None of them is in the plans of the suite. */
const TAGS = ['is', 'mt', 'et', 'lv', 'cy', 'ga', 'fr', 'pt-BR'] as const

/** A pair of supported languages that has no glossary. @throws {Ended} untried, there is none, or glossaries are not offered */
async function freePair({ send }: Trial): Promise<string> {
  const data = givenData(await send('GET', '/v1/languages'))
  const text = JSON.stringify(data)
  const tags = TAGS.filter(tag => text.includes(`"${tag}"`))
  for (const target of tags) {
    for (const source of tags.filter(tag => tag !== target)) {
      const pair = `${source}-${target}`
      const answer = mustBeOffered(await send('GET', `${GLOSSARIES}/${pair}`))
      if (!succeeded(answer)) return pair
    }
  }
  throw untried(`every pair of ${tags.join(', ')} has a glossary already`)
}

/** The pair of the suite's own glossary. It is created once a run and deleted at the end. */
export const ownPair = oncePerRun(makeOwn)

async function makeOwn(trial: Trial): Promise<string> {
  const pair = await freePair(trial)
  const body = { language_pair: pair, terms: [{ source: 'suite', target: 'svíta' }] }
  const answer = mustBeOffered(await trial.send('POST', GLOSSARIES, { body }))
  if (!succeeded(answer)) throw untried(`no glossary could be created: ${shown(answer)}`)
  trial.made(`the glossary ${pair}`, () => removed(trial, pair))
  return pair
}

/** Deletes a glossary of the suite. Gives what is left behind; undefined where nothing is. */
async function removed({ send }: Pick<Trial, 'send'>, pair: string): Promise<string | undefined> {
  const gone = await send('DELETE', `${GLOSSARIES}/${pair}`)
  return succeeded(gone) || gone.status === 404 ? undefined : `the glossary ${pair} (${shown(gone)})`
}

/** Source and target of each term. @throws {Ended} differs, the terms are not where we assume them */
async function termsOf({ send }: Trial, pair: string): Promise<readonly string[]> {
  const answer = await send('GET', `${GLOSSARIES}/${pair}`)
  const terms = valueAt(givenData(answer), 'terms')
  if (!Array.isArray(terms)) throw differs(`${shown(answer)}: no list of terms. The document gives no fields`)
  return terms.map(term => `${String(valueAt(term, 'source'))} → ${String(valueAt(term, 'target'))}`).sort()
}

/** A change of the own glossary that must be refused and leave it as it was. */
function refused(promise: string, code: string, method: 'PATCH' | 'PUT', body: object): ContractCheck {
  return {
    id: 'GLO-2',
    promise: `${promise} is refused with ${code}, and nothing is changed`,
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      const before = await termsOf(trial, pair)
      const answer = mustBeOffered(await trial.send(method, `${GLOSSARIES}/${pair}`, { body }))
      const after = await termsOf(trial, pair)
      if (after.join() !== before.join()) throw broken(`${shown(answer)}: and the terms are now ${after.join(', ')}`)
      mustRefuse(answer, code)
    },
  }
}

/** A change of the own glossary, and the terms that it then has. */
function changed(
  promise: string,
  method: 'PATCH' | 'PUT',
  body: object,
  expected: (before: readonly string[]) => readonly string[],
): ContractCheck {
  return {
    id: 'GLO-1',
    promise,
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      const before = await termsOf(trial, pair)
      const answer = mustBeOffered(await trial.send(method, `${GLOSSARIES}/${pair}`, { body }))
      must(succeeded(answer), `${shown(answer)}; expected a success`)
      const [after, wanted] = [await termsOf(trial, pair), [...expected(before)].sort()]
      must(after.join() === wanted.join(), `its terms are ${after.join(', ')}; expected ${wanted.join(', ')}`)
    },
  }
}

/** Glossaries. Their paths and payloads are assumed, their codes are not. */
export const glossaries: readonly ContractCheck[] = [
  {
    id: 'GLO-1',
    promise: 'a glossary can be created and read by its pair, and is in the list',
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      must(
        (await termsOf(trial, pair)).join() === 'suite → svíta',
        'it does not have the term that it was created with',
      )
      const list = await trial.send('GET', GLOSSARIES, { query: { limit: '100' } })
      const known = succeeded(list) ? list : await trial.send('GET', GLOSSARIES)
      const text = JSON.stringify(givenData(known))
      if (!text.includes(`"${pair}"`)) throw differs(`the list does not name ${pair} as it is addressed`)
    },
  },
  {
    id: 'GLO-2',
    promise: 'a second glossary of a pair is refused with glossary_already_exists',
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      const body = { language_pair: pair, terms: [{ source: 'suite', target: 'x' }] }
      mustRefuse(await trial.send('POST', GLOSSARIES, { body }), 'glossary_already_exists')
    },
  },
  changed(
    'PATCH adds terms and keeps the others',
    'PATCH',
    { terms: [{ source: 'plan', target: 'áætlun' }] },
    before => [...before, 'plan → áætlun'],
  ),
  refused('a term without a target', 'invalid_glossary_terms', 'PATCH', { terms: [{ source: 'half', target: '' }] }),
  refused('a good term beside an empty one', 'invalid_glossary_terms', 'PATCH', {
    terms: [
      { source: 'good', target: 'góð' },
      { source: '', target: '' },
    ],
  }),
  changed('PUT replaces all terms', 'PUT', { terms: [{ source: 'only', target: 'aðeins' }] }, () => ['only → aðeins']),
  refused('a change with an unrecognised property', 'unknown_field', 'PATCH', {
    terms: [{ source: 'more', target: 'meira' }],
    no_such_field: 1,
  }),
  {
    id: 'GLO-2',
    promise: 'more terms than the plan allows are refused with glossary_term_limit_reached',
    needs: [...GLOSSARY, 'account:read'],
    async run(trial) {
      const most = valueAt(trial.account, 'entitlements', 'max_terms_per_glossary')
      if (typeof most !== 'number') throw untried('max_terms_per_glossary is null')
      if (most > 20_000) throw untried(`max_terms_per_glossary is ${most}, and the suite sends no such long list`)
      const pair = await ownPair(trial)
      const terms = Array.from({ length: most + 1 }, (_, index) => ({ source: `term ${index}`, target: `t ${index}` }))
      const before = await termsOf(trial, pair)
      const answer = await trial.send('PUT', `${GLOSSARIES}/${pair}`, { body: { terms } })
      if (succeeded(answer)) throw broken(`${shown({ ...answer, text: '' })}: ${terms.length} terms were taken`)
      mustRefuse(answer, 'glossary_term_limit_reached')
      const after = await termsOf(trial, pair)
      must(after.join() === before.join(), `it was refused, and the terms are now ${after.join(', ')}`)
    },
  },
  {
    id: 'GLO-2',
    promise: 'a pair that is no two supported tags is refused with invalid_language_pair',
    needs: GLOSSARY,
    async run({ send }) {
      const answer = mustBeOffered(await send('GET', `${GLOSSARIES}/nonsense`))
      mustRefuse(answer, 'invalid_language_pair')
    },
  },
  {
    id: 'GLO-2',
    promise: 'a glossary into a language that is not supported is refused',
    needs: GLOSSARY,
    async run({ send, made }) {
      const answer = mustBeOffered(await send('POST', GLOSSARIES, { body: { language_pair: 'en-tlh', terms: [] } }))
      if (succeeded(answer)) made('the glossary en-tlh', () => removed({ send }, 'en-tlh'))
      mustRefuseSomehow(answer, 'language_not_supported', 'en-tlh')
    },
  },
  {
    id: 'ENV-3',
    promise: 'a glossary with an unrecognised property is refused with unknown_field',
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      const answer = await trial.send('POST', GLOSSARIES, { body: { language_pair: pair, no_such_field: 1 } })
      mustRefuseParam(answer, 'unknown_field', 'no_such_field')
    },
  },
  {
    id: 'GLO-1',
    promise: 'a deleted glossary is refused with glossary_not_found',
    needs: GLOSSARY,
    async run(trial) {
      const pair = await ownPair(trial)
      const gone = mustBeOffered(await trial.send('DELETE', `${GLOSSARIES}/${pair}`))
      must(succeeded(gone), `${shown(gone)}; expected a success`)
      mustRefuse(await trial.send('GET', `${GLOSSARIES}/${pair}`), 'glossary_not_found')
    },
  },
]
