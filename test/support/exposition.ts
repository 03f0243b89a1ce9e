import { expect } from 'vitest'

/** One line of metrics: its name, labels and value. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const HEAD = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`)
const LINE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`)
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/

function labelsIn(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  let left = text
  while (left !== '') {
    const [all = '', name = '', value = ''] = LABEL.exec(left) ?? []
    expect(name, `labels: ${text}`).not.toBe('')
    expect(labels).not.toHaveProperty(name)
    labels[name] = value
    left = left.slice(all.length)
  }
  return labels
}

function numberIn(text: string): number {
  const special: Record<string, number> = { '+Inf': Infinity, '-Inf': -Infinity, NaN: Number.NaN }
  return special[text] ?? Number(text)
}

/**
 * Reads metrics as Prometheus does (its text-based exposition format 0.0.4), and refuses what that does not allow: a sample without
 * a type, lines of a metric that are not together, a line twice, buckets that do not add up.
 */
export function samplesIn(text: string): readonly Sample[] {
  expect(text.endsWith('\n')).toBe(true)
  const types = new Map<string, string>()
  const samples: Sample[] = []
  let family = ''
  for (const line of text.split('\n').filter(one => one !== '')) {
    const [, head, named = '', said = ''] = HEAD.exec(line) ?? []
    if (head !== undefined) {
      if (head === 'TYPE') {
        expect(types.has(named), `${named} has one type`).toBe(false)
        expect(['counter', 'gauge', 'histogram', 'summary']).toContain(said)
        types.set(named, said)
      }
      family = named
      continue
    }
    const [, name = '', labels = '', value = ''] = LINE.exec(line) ?? []
    expect(name, line).not.toBe('')
    const own = types.get(family) === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name
    expect(own, 'a sample lies below its own type').toBe(family)
    expect(types.has(family), line).toBe(true)
    samples.push({ name, labels: labelsIn(labels), value: numberIn(value) })
  }
  const seen = samples.map(({ name, labels }) => `${name}${JSON.stringify(Object.entries(labels).sort())}`)
  expect(new Set(seen).size).toBe(seen.length)
  for (const [name, type] of types) {
    if (type === 'counter') expect(name).toMatch(/_total$/)
    if (type === 'histogram') checkBuckets(name, samples)
  }
  return samples
}

/** Buckets only grow, and the last one, without a limit, is the count. */
function checkBuckets(name: string, samples: readonly Sample[]): void {
  const buckets = new Map<string, Sample[]>()
  for (const sample of samples.filter(one => one.name === `${name}_bucket`)) {
    const others = JSON.stringify({ ...sample.labels, le: undefined }, sorted(sample.labels))
    buckets.set(others, [...(buckets.get(others) ?? []), sample])
  }
  for (const { labels, value } of samples.filter(one => one.name === `${name}_count`)) {
    const found = buckets.get(JSON.stringify(labels, sorted(labels))) ?? []
    const counts = found.map(one => one.value)
    expect(counts).toEqual([...counts].sort((a, b) => a - b))
    expect(found.at(-1)).toMatchObject({ labels: { le: '+Inf' }, value })
  }
}

const sorted = (labels: Sample['labels']) => Object.keys(labels).sort()

function matches({ labels }: Sample, wanted: Readonly<Record<string, string>>): boolean {
  return Object.entries(wanted).every(([name, value]) => labels[name] === value)
}

/** The sum of all samples of this name with these labels; 0 where there is none. */
export function valueIn(
  samples: readonly Sample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const found = samples.filter(sample => sample.name === name && matches(sample, labels))
  return found.reduce((sum, { value }) => sum + value, 0)
}

/** The label values of a metric, by label. */
export function labelValues(samples: readonly Sample[]): ReadonlySet<string> {
  return new Set(
    samples.flatMap(({ labels }) => Object.entries(labels).flatMap(([name, value]) => (name === 'le' ? [] : [value]))),
  )
}
