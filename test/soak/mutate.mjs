/**
 * Changes the rules that guard money, consent and keys, one small fault at a time, and runs the tests that should notice:
 *
 *   npm run test:mutants                    all areas: hours
 *   npm run test:mutants -- addresses       one area
 *   npm run test:mutants -- credits 40 7    at most 40 faults of it, chosen by the seed 7
 *
 * It works on a copy of the repository. Each fault is printed with what became of it; the score is killed ÷ tried. A fault that no
 * test can notice, because the program means the same with it, belongs in EQUIVALENT with the reason, and is not tried. Files that
 * git does not know yet are not copied.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, setPriority, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'
import { createVitest } from 'vitest/node'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** A fault that makes the tests run longer than this has been noticed: something waits for what never comes. */
const PATIENCE_MS = 120_000

/** What is mutated, and the tests that must notice, the quickest first; paths that no longer exist are refused. */
const AREAS = {
  addresses: {
    sources: ['src/service/domain/addresses.ts'],
    tests: ['test/service/domain/addresses.test.ts'],
  },
  credits: {
    sources: ['src/service/domain/credits.ts', 'src/service/domain/price.ts'],
    tests: ['test/service/domain/credits.test.ts', 'test/service/planner/plan.test.ts'],
  },
  ledger: {
    sources: ['src/service/store/credits.ts', 'src/service/store/outcomes.ts'],
    tests: [
      'test/service/store/outcomes.test.ts',
      'test/service/store/credits.test.ts',
      'test/service/credits.test.ts',
      'test/service/approval.test.ts',
      'test/service/worker.slow.test.ts',
    ],
  },
  keys: {
    sources: ['src/service/domain/keys.ts', 'src/service/http/access-token.ts', 'src/service/http/guard.ts'],
    tests: [
      'test/service/domain/keys.test.ts',
      'test/service/http/access-token.test.ts',
      'test/service/http/guard.test.ts',
      'test/service/oauth/audiences.test.ts',
      'test/service/oauth/ceiling.test.ts',
      'test/service/oauth/tokens.test.ts',
    ],
  },
  issue: {
    sources: ['src/service/domain/admin.ts', 'src/service/store/keys.ts'],
    tests: [
      'test/service/domain/credits.test.ts',
      'test/service/domain/members.test.ts',
      'test/service/store/keys.test.ts',
      'test/service/admin.test.ts',
    ],
  },
  scopes: {
    sources: ['src/service/domain/ceiling.ts', 'src/auth/beyond-ceiling.ts', 'src/service/oauth/consent.ts'],
    tests: [
      'test/service/domain/ceiling.test.ts',
      'test/auth/beyond-ceiling.test.ts',
      'test/service/oauth/consent.test.ts',
    ],
  },
  exchange: {
    sources: ['src/auth/token-exchange.ts'],
    tests: ['test/auth/token-exchange.test.ts'],
  },
  exchanged: {
    sources: ['src/service/oauth/token-exchange.ts', 'src/service/oauth/resources.ts'],
    tests: ['test/service/oauth/tokens.test.ts', 'test/service/oauth/audiences.test.ts'],
  },
  refresh: {
    sources: ['src/service/oauth/adapter.ts', 'src/service/store/oauth.ts'],
    tests: [
      'test/service/store/oauth.test.ts',
      'test/service/http/access-token.test.ts',
      'test/service/oauth/adapter.test.ts',
      'test/service/oauth/clients.test.ts',
      'test/service/oauth/tokens.test.ts',
      'test/service/oauth/store.test.ts',
    ],
  },
  verify: {
    sources: ['src/auth/verify.ts'],
    tests: ['test/auth/verify.test.ts', 'test/mcp/http-oauth.test.ts'],
  },
  consent: {
    sources: ['src/mcp/consent/consent.ts', 'src/mcp/consent/decide.ts', 'src/mcp/consent/spending.ts'],
    tests: ['test/mcp/consent-rules.test.ts', 'test/mcp/consent.test.ts'],
  },
  approval: {
    sources: ['src/mcp/tools/approve-batch.ts'],
    tests: ['test/mcp/consent.test.ts', 'test/mcp/lean-service.test.ts'],
  },
}

/** Faults that change nothing that can be seen, as the line and what changes in it, with the reason. */
const EQUIVALENT = {
  "const [plain = ''] = address.split('%', 1) | 1 → 2": 'of the pieces the first alone is read',
  'const zeros = tail === undefined ? 0 : 8 - before.length - after.length | tail === undefined → (false)':
    'without `::` there are eight groups: no zeros are missing either way',
  'const zeros = tail === undefined ? 0 : 8 - before.length - after.length | 0 → 1':
    'a ninth group, behind the four that are read',
  'amount: monthly_allowance ?? 0, | 0 → 1': 'those without an allowance above 0 were left out before',
  "return new ApiError({ code: 'insufficient_scope', message, request_id, ...(status === null ? {} : { status }) }) | status === null → (false)":
    'an error without a status says null',
  ".where(is => | .where(is => is.not( is.exists( is .selectFrom('credit_grants') .select('credit_grants.id' → (nothing)":
    'a second grant of a month is refused by the table itself: this spares the attempt',
  'if (info === undefined) throw new errors.InvalidTarget() | info === undefined → (false)':
    'the API of this server is a resource that it knows',
  'if (info === undefined) throw new errors.InvalidTarget() | throw new errors.InvalidTarget() → ;':
    'the API of this server is a resource that it knows',
  'const since = Math.floor((found?.member.password_set_at ?? 0) / 1000) | 0 → 1': 'second 0 of 1970 either way',
  'return (a.expires_at ?? never) - (b.expires_at ?? never) || (a.id < b.id ? -1 : 1) | 1 → 2':
    'of a comparison the sign alone counts',
  'return (a.expires_at ?? never) - (b.expires_at ?? never) || (a.id < b.id ? -1 : 1) | < → <=':
    'no two grants have one id',
}

const SWAPS = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '===': '!==', '!==': '===', '&&': '||', '||': '&&', '+': '-', '-': '+', '*': '/' },
}
/** Calls of a chain that narrow what the rest is about. */
const NARROWING = new Set(['where', 'filter', 'limit', 'orderBy'])

/** Every small fault of a file, each as a range and what comes in its place. */
function faultsIn(source) {
  const found = []
  const put = (node, text) => found.push({ start: node.start, end: node.end, text })
  const textOf = node => source.slice(node.start, node.end)
  const rules = {
    BinaryExpression: node => swap(node),
    LogicalExpression: node => swap(node),
    UnaryExpression: node => node.operator === '!' && put(node, textOf(node.argument)),
    IfStatement: ({ test }) => both(test),
    ConditionalExpression: ({ test }) => both(test),
    Literal: node => {
      if (typeof node.value === 'number') put(node, String(node.value + 1))
      if (typeof node.value === 'boolean') put(node, String(!node.value))
    },
    ExpressionStatement: node => put(node, ';'),
    ThrowStatement: node => put(node, ';'),
    ArrayExpression: ({ elements }) => {
      const alike = elements.every(one => one !== null && typeof one.value === typeof elements[0].value)
      if (elements.length > 1 && alike) for (const [at] of elements.entries()) put(...without(elements, at))
    },
    CallExpression: node => {
      const { callee } = node
      const narrows = callee.type === 'MemberExpression' && NARROWING.has(callee.property.name)
      if (narrows) put({ start: source.lastIndexOf('.', callee.property.start), end: node.end }, '')
    },
  }
  function swap(node) {
    const after = SWAPS[node.operator]
    const between = source.slice(node.left.end, node.right.start)
    if (after === undefined) return
    put({ start: node.left.end, end: node.right.start }, between.replace(node.operator, after))
  }
  function both(test) {
    put(test, '(true)')
    put(test, '(false)')
  }
  function without(elements, at) {
    const [one, next] = [elements[at], elements[at + 1]]
    return [
      next === undefined ? { start: elements[at - 1].end, end: one.end } : { start: one.start, end: next.start },
      '',
    ]
  }
  function visit(node) {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node.type !== 'string' || node.type === 'ImportDeclaration') return
    // Types hold nothing that runs.
    if (node.type.startsWith('TS') && node.expression === undefined) return
    rules[node.type]?.(node)
    for (const [key, child] of Object.entries(node)) if (key !== 'typeAnnotation' && key !== 'parent') visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }).body)
  return found
}

/** As it is shown: the line, and what changed in it. */
function described(file, source, { start, end, text }) {
  const line = source.slice(0, start).split('\n').length
  const code = source.split('\n')[line - 1] ?? ''
  const flat = part => part.replace(/\s+/g, ' ').trim().slice(0, 90)
  const change = `${code.trim()} | ${flat(source.slice(start, end))} → ${flat(text) || '(nothing)'}`
  return { place: `${file}:${line}`, change }
}

/** The same choice for the same seed. */
function chosen(list, most, seed) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const shuffled = list.map(one => ({ one, at: random() })).sort((a, b) => a.at - b.at)
  return shuffled.slice(0, most).map(({ one }) => one)
}

const [areaName, most = '100000', seed = '1'] = process.argv.slice(2)
const areas = Object.entries(AREAS).filter(([name]) => areaName === undefined || areaName === name)
if (areas.length === 0) throw new Error(`The areas are ${Object.keys(AREAS).join(', ')}.`)

setPriority(15)
const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'))
const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
for (const file of files) {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
  cpSync(path.join(ROOT, file), path.join(copy, file))
}
symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'))
process.chdir(copy)

/** One after the other, as the area lists them: most faults are noticed by the quick ones at the beginning, and the rest never runs. */
class AsListed {
  shard = files => files
  sort = files => files
}

const options = {
  ...{ root: copy, watch: false, project: ['unit', 'slow'], bail: 1, reporters: [{}], silent: true },
  ...{ fileParallelism: false, sequence: { sequencer: AsListed } },
}
// A fault that only a rare example shows is to be found.
process.env.TEST_ROUNDS = 'all'
const vitest = await createVitest('test', options, { server: { watch: null } })

async function specificationsOf(tests) {
  const found = await vitest.getRelevantTestSpecifications(tests)
  const missing = tests.filter(test => !found.some(({ moduleId }) => moduleId === test))
  if (missing.length > 0) throw new Error(`These are no test files that git knows: ${missing.join(', ')}`)
  return found.sort((a, b) => tests.indexOf(a.moduleId) - tests.indexOf(b.moduleId))
}

/** Whether the tests notice. */
async function areRed(specifications) {
  const late = new Promise(resolve => setTimeout(resolve, PATIENCE_MS, 'late').unref())
  const run = vitest.runTestSpecifications(specifications, true)
  const result = await Promise.race([run, late])
  if (result === 'late') {
    await vitest.cancelCurrentRun('test-failure')
    await run.catch(() => undefined)
    return true
  }
  const { testModules, unhandledErrors } = result
  return unhandledErrors.length > 0 || testModules.length === 0 || testModules.some(one => !one.ok())
}

const total = { tried: 0, killed: 0, survived: [] }
try {
  for (const [name, { sources, tests }] of areas) {
    vitest.state.filesMap.clear()
    const here = await specificationsOf(tests.map(test => path.join(copy, test)))
    if (await areRed(here)) throw new Error(`The tests of ${name} fail before anything was changed.`)
    const faults = sources.flatMap(file => faultsIn(readFileSync(file, 'utf8')).map(fault => ({ file, fault })))
    const [killedBefore, triedBefore] = [total.killed, total.tried]
    const tried = chosen(faults, Number(most), Number(seed))
    for (const { file, fault } of tried) {
      const source = readFileSync(file, 'utf8')
      const { place, change } = described(file, source, fault)
      if (Object.hasOwn(EQUIVALENT, change)) continue
      writeFileSync(file, source.slice(0, fault.start) + fault.text + source.slice(fault.end))
      vitest.invalidateFile(path.join(copy, file))
      const red = await areRed(here)
      writeFileSync(file, source)
      vitest.invalidateFile(path.join(copy, file))
      total.tried += 1
      if (red) total.killed += 1
      else total.survived.push(`${place} ${change}`)
      process.stdout.write(`${red ? 'killed  ' : 'SURVIVED'} ${place} ${change}\n`)
    }
    process.stdout.write(`${name}: ${total.killed - killedBefore} of ${total.tried - triedBefore} killed\n`)
  }
} finally {
  await vitest.close()
  process.chdir(ROOT)
  rmSync(copy, { recursive: true, force: true })
}
const score = ((100 * total.killed) / Math.max(1, total.tried)).toFixed(1)
process.stdout.write(`\nscore ${score} % (${total.killed} of ${total.tried}, ${availableParallelism()} cores)\n`)
for (const one of total.survived) process.stdout.write(`survived ${one}\n`)
process.exit(0)
