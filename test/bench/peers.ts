import path from 'node:path'
import { type Line, median, type Setup } from './measure.ts'
import { type Endpoint, startEndpoint, tokensOf } from './peers/endpoint.ts'
import { linesChanged, type Ran, Repository } from './peers/repository.ts'
import { ownTool, peerTools, type Tool } from './peers/tools.ts'

const ROUNDS = 5
const KEYS = 1000
const MEGABYTE = 1024 * 1024

/** What is wanted of ours: the best of each row that others were measured with. */
const MOST = {
  first_seconds: 1.1,
  megabytes: 128,
  tokens: 20_000,
  seconds_unchanged: 0.25,
  tokens_of_one: 300,
  check_seconds: 0.4,
}

/**
 * Programs that keep locale files in step, one after the other in the same run: a repository of 1,000 keys, English to German, and an endpoint
 * that answers at once. The others are installed at that moment, outside of this repository; one that cannot be is named.
 */
export async function* peers({ root, folder, rounds = ROUNDS, size }: Setup): AsyncGenerator<Line> {
  const endpoint = await startEndpoint()
  const count = Math.max(20, Math.round(KEYS * size))
  try {
    yield* measured({ tool: ownTool(root), own: true, endpoint, folder, rounds, count })
    for await (const tool of peerTools()) {
      if ('missing' in tool) yield { what: `${tool.name}: ${tool.missing}`, figure: '–' }
      else yield* measured({ tool, own: false, endpoint, folder, rounds, count })
    }
  } finally {
    endpoint.close()
  }
}

interface Measuring {
  readonly tool: Tool
  readonly own: boolean
  readonly endpoint: Endpoint
  readonly folder: string
  readonly rounds: number
  readonly count: number
}

async function* measured(measuring: Measuring): AsyncGenerator<Line> {
  const { tool, endpoint, folder, count } = measuring
  const repository = new Repository(path.join(folder, 'main'), tool, endpoint.url, count)
  yield* firstRun(measuring, repository)
  yield* nothingChanged(measuring, repository)
  yield* oneChanged(measuring, repository)
  yield await edits(measuring, repository)
  yield await renamed(measuring, repository)
  yield await killed(measuring)
  yield await dropped(measuring)
}

/** One run of a tool, with what it asked the endpoint for. */
async function ran({ tool, endpoint }: Measuring, repository: Repository, started?: (kill: () => void) => void) {
  endpoint.taken()
  const run: Ran = await repository.run(tool.sync(endpoint.url), started)
  const { prompts, ms } = endpoint.taken()
  return { ...run, calls: prompts.length, tokens: tokensOf(prompts), answering: ms }
}

async function* firstRun(measuring: Measuring, repository: Repository): AsyncGenerator<Line> {
  const { tool, own, count } = measuring
  const { ms, calls, tokens, answering, peak, code } = await ran(measuring, repository)
  const done = Object.keys(repository.read('de')).length
  const seconds = (ms - answering) / 1000
  yield {
    what: `${tool.name}: first run, seconds above the endpoint's own`,
    figure: `${seconds.toFixed(2)} s`,
    budget: own ? { text: `≤ ${MOST.first_seconds} s`, kept: seconds <= MOST.first_seconds } : undefined,
    detail: `${calls} calls, ${done} of ${count} keys, exit ${code}`,
  }
  yield {
    what: `${tool.name}: first run, prompt tokens`,
    figure: `${tokens}`,
    budget: own ? { text: `≤ ${MOST.tokens}`, kept: tokens <= MOST.tokens } : undefined,
    detail: 'all messages, o200k, without the schema of the answer',
  }
  const megabytes = peak / MEGABYTE
  yield {
    what: `${tool.name}: first run, most memory of its process`,
    figure: `${megabytes.toFixed(0)} MB`,
    budget: own ? { text: `≤ ${MOST.megabytes} MB`, kept: megabytes <= MOST.megabytes } : undefined,
  }
}

async function* nothingChanged(measuring: Measuring, repository: Repository): AsyncGenerator<Line> {
  const { tool, own, rounds } = measuring
  const times: number[] = []
  let [calls, bytes] = [0, 0]
  for (let round = 0; round < rounds; round += 1) {
    const moment = Date.now()
    const run = await ran(measuring, repository)
    times.push(run.ms / 1000)
    calls = Math.max(calls, run.calls)
    bytes = Math.max(bytes, repository.writtenSince(moment))
  }
  yield {
    what: `${tool.name}: nothing changed`,
    figure: `${median(times).toFixed(2)} s`,
    budget: own
      ? { text: `≤ ${MOST.seconds_unchanged} s`, kept: median(times) <= MOST.seconds_unchanged && calls + bytes === 0 }
      : undefined,
    detail: `${calls} calls, ${bytes} bytes written`,
  }
  if (tool.check === undefined) return
  const checks: number[] = []
  for (let round = 0; round < rounds; round += 1) checks.push((await repository.run(tool.check)).ms / 1000)
  yield {
    what: `${tool.name}: check, offline`,
    figure: `${median(checks).toFixed(2)} s`,
    budget: { text: `≤ ${MOST.check_seconds} s`, kept: median(checks) <= MOST.check_seconds },
  }
}

async function* oneChanged(measuring: Measuring, repository: Repository): AsyncGenerator<Line> {
  const { tool, own } = measuring
  const before = repository.text('de')
  repository.change('en', texts => ({ ...texts, key7: 'Please send the invoice again today' }))
  const { calls, tokens } = await ran(measuring, repository)
  const lines = linesChanged(before, repository.text('de'))
  const noticed = repository.read('de').key7?.startsWith('Bitte') || repository.read('de').key7?.startsWith('bitte')
  yield {
    what: `${tool.name}: one source changed, prompt tokens`,
    figure: noticed ? `${tokens}` : 'not noticed',
    budget: own
      ? { text: `≤ ${MOST.tokens_of_one}`, kept: noticed === true && tokens <= MOST.tokens_of_one && lines === 1 }
      : undefined,
    detail: `${calls} calls, ${lines} lines changed`,
  }
}

/** A person's words, with the source as it was, and then with another source. */
async function edits(measuring: Measuring, repository: Repository): Promise<Line> {
  repository.change('de', texts => ({ ...texts, key8: 'Von Hand' }))
  await ran(measuring, repository)
  const kept = repository.read('de').key8 === 'Von Hand'
  repository.change('de', texts => ({ ...texts, key8: 'Von Hand' }))
  repository.change('en', texts => ({ ...texts, key8: 'Choose another page today' }))
  const { code, output } = await ran(measuring, repository)
  const still = repository.read('de').key8 === 'Von Hand'
  const check = measuring.tool.check && (await repository.run(measuring.tool.check))
  const flagged = [check?.output, output].some(said => said?.includes('key8')) || /edited and stale/.test(output)
  return {
    what: `${measuring.tool.name}: a person's edit, source the same / changed`,
    figure: `${kept ? 'kept' : 'lost'} / ${still ? 'kept' : 'lost'}`,
    detail: `${flagged ? 'flagged' : 'not flagged'}, exit ${code}${check === undefined ? '' : `, check ${check.code}`}`,
  }
}

async function renamed(measuring: Measuring, repository: Repository): Promise<Line> {
  repository.change('en', ({ key9 = '', ...texts }) => ({ ...texts, renamed9: key9 }))
  const { calls, tokens } = await ran(measuring, repository)
  const texts = repository.read('de')
  const state = texts.renamed9 === undefined ? 'has no translation' : 'has its translation'
  return {
    what: `${measuring.tool.name}: rename, calls`,
    figure: `${calls}`,
    detail: `${tokens} tokens; the new key ${state}, the old one is ${texts.key9 === undefined ? 'gone' : 'there'}`,
  }
}

/** Killed after half of the calls that a whole run makes, and started again. */
async function killed(measuring: Measuring): Promise<Line> {
  const { tool, endpoint, folder, count } = measuring
  const whole = await ran(measuring, new Repository(path.join(folder, 'whole'), tool, endpoint.url, count))
  const repository = new Repository(path.join(folder, 'killed'), tool, endpoint.url, count)
  let kill: () => void = () => undefined
  let left = Math.max(1, Math.floor(whole.calls / 2))
  endpoint.behave({
    answered: () => {
      left -= 1
      if (left === 0) setTimeout(() => kill(), 50)
    },
  })
  const first = await ran(measuring, repository, given => {
    kill = given
  })
  endpoint.behave({})
  const second = await ran(measuring, repository)
  const again = Math.max(0, first.tokens + second.tokens - whole.tokens)
  return {
    what: `${tool.name}: kill -9 midway, paid again`,
    figure: `${((100 * again) / Math.max(1, first.tokens)).toFixed(0)} %`,
    detail: `of ${first.tokens} tokens before; ${Object.keys(repository.read('de')).length} of ${count} keys in the end`,
  }
}

async function dropped(measuring: Measuring): Promise<Line> {
  const { tool, endpoint, folder } = measuring
  const repository = new Repository(path.join(folder, 'dropped'), tool, endpoint.url, 20)
  endpoint.behave({ spoil: text => text.replace(/ ?\{name\}/, '') })
  const { code } = await ran(measuring, repository)
  endpoint.behave({})
  const texts = repository.read('de')
  const written = ['key0', 'key5', 'key10', 'key15'].filter(key => texts[key] !== undefined)
  return {
    what: `${tool.name}: a placeholder dropped by the model, written`,
    figure: `${written.length} of 4`,
    detail: `${Object.keys(texts).length} of 20 keys, exit ${code}`,
  }
}
