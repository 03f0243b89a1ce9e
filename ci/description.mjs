// What a pull request says of itself.
import { posix } from 'node:path'

const [BEGIN, END] = ['<!-- translation-mcp: begin -->', '<!-- translation-mcp: end -->']
/** So many texts are named; platforms refuse what is too long. */
const SHOWN = 50
const LONGEST_NAME = 120
/** In characters: GitHub takes 65,536. */
const LONGEST = 60_000

/** What a person has to do about a text, by its state. */
const LEFT = {
  edited_stale:
    'A person’s words stay, though their source changed since. `translation-mcp sync --accept KEY` says that they still fit, `--keys KEY` has them translated anew',
  orphan: 'The source is gone; `translation-mcp sync --prune` removes the translation',
  invalid: 'A placeholder is lost, or one was added',
  unreadable: 'The file is left as it is',
}
/** States that mean that no translation came. */
const OPEN = ['missing', 'stale', 'renamed']

/**
 * The description of the whole request, not of one run: what its lock says beyond that of the default branch, and what is left after it.
 *
 * @param locks both texts of each lock that it changes
 * @param files as `sync --dry-run --json` tells of them, `findings` as `check --json` does
 */
export function descriptionOf({ files, findings, locks, failures, base }) {
  const open = findings.filter(({ state }) => OPEN.includes(state))
  const parts = [
    `Translations whose source is new or changed in ${code(base)}, by \`translation-mcp sync\`.`,
    written(files, findings, locks),
    ...Object.entries(LEFT).map(([state, words]) =>
      section(
        `${words}:`,
        findings.filter(finding => finding.state === state),
      ),
    ),
    section('**Without a translation.** None came, or it lost a placeholder. The next run asks again:', open),
    failures.length === 0
      ? ''
      : [
          '**Not all went well:**',
          '',
          ...limited(failures.map(({ path, words }) => `- ${code(path)}: ${code(words, 400)}`)),
        ].join('\n'),
  ]
  const text = parts.filter(part => part !== '').join('\n\n')
  return text.length > LONGEST ? `${text.slice(0, text.lastIndexOf('\n', LONGEST))}\n\nand more.` : text
}

function written(files, findings, locks) {
  const counts = new Map()
  for (const { file, before, after } of locks)
    for (const [name, count] of countsIn(before, after)) counts.set(`${posix.dirname(file)}\t${name}`, count)
  const lines = files.flatMap(({ source, path, language }) => {
    const [count] = [...counts].flatMap(([name, each]) => (name.endsWith(`\t${source}\t${language}`) ? [each] : []))
    const left = findings.filter(
      finding => finding.path === path && finding.language === language && !OPEN.includes(finding.state),
    ).length
    const said = [...(count ? [`${texts(count)} written`] : []), ...(left > 0 ? [`${left} left to a person`] : [])]
    return said.length === 0 ? [] : [`- ${code(path)} (${language}): ${said.join(', ')}`]
  })
  return lines.length === 0 ? 'The lock alone changes: it records what is there.' : limited(lines).join('\n')
}

/** How many lines of the machine a lock has that it had not, by source and language. A line: source, place, language, hashes, who. */
function countsIn(before, after) {
  const known = new Set(before.split('\n'))
  const counts = new Map()
  for (const line of after.split('\n')) {
    const [source, , language, , , who] = line.trimEnd().split('\t')
    if (known.has(line) || who !== 'machine') continue
    const name = `${source}\t${language}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

function section(title, findings) {
  if (findings.length === 0) return ''
  const lines = findings.map(({ path, language, key, state, why }) => {
    const where = [code(path), ...(language ? [`(${language})`] : []), ...(key ? [code(key)] : [])].join(' ')
    return `- ${where}${state === 'invalid' || state === 'unreadable' ? `: ${code(why, 400)}` : ''}`
  })
  return [title, '', ...limited(lines)].join('\n')
}

function limited(lines) {
  const more = lines.length - SHOWN
  return more > 0 ? [...lines.slice(0, SHOWN), `- and ${more} more: \`translation-mcp check\` lists them`] : lines
}

function texts(count) {
  return count === 1 ? '1 text' : `${count} texts`
}

/** Text of the repository: as code it links nothing, mentions nobody and marks nothing up. */
function code(text, longest = LONGEST_NAME) {
  const line = [...text.replace(/\s+/g, ' ').trim()]
  const short = line.length > longest ? `${line.slice(0, longest).join('')}…` : line.join('')
  const fence = '`'.repeat(Math.max(0, ...[...short.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  const pad = /^`|`$/.test(short) ? ' ' : ''
  return `${fence}${pad}${short}${pad}${fence}`
}

/** The body of a request with the description in its place: what a person wrote around it stays. */
export function putInto(body, description) {
  const own = `${BEGIN}\n\n${description}\n\n${END}`
  const [start, end] = [body.indexOf(BEGIN), body.lastIndexOf(END)]
  if (start < 0 || end < start) return body.trim() === '' ? own : `${own}\n\n${body}`
  return body.slice(0, start) + own + body.slice(end + END.length)
}

export function titleOf(words) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
