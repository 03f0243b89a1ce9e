import { type Answer, valueAt } from './probe.ts'
import { broken, differs, untried } from './verdict.ts'

/** An answer in one short line, as a verdict shows it. */
export function shown({ method, path, status, text, json }: Answer): string {
  const code = valueAt(json, 'error', 'code')
  const param = valueAt(json, 'error', 'param')
  const named = typeof param === 'string' ? ` (param ${param})` : ''
  const what = typeof code === 'string' ? `${code}${named}` : text.slice(0, 160)
  return `${method} ${path} answered ${status} ${what}`.trimEnd()
}

/** The same with the words of the service, where it refuses. */
export function shownWithWords(answer: Answer): string {
  const message = valueAt(answer.json, 'error', 'message')
  return typeof message === 'string' ? `${shown(answer)}: ${message.slice(0, 300)}` : shown(answer)
}

/**
 * The `data` of an answer to a plain instruction. A service may have no engine for it, which the contract allows.
 *
 * @throws {Ended} untried, the instruction is refused with plan_invalid; broken, any other answer
 */
export function plannedData(answer: Answer): unknown {
  if (errorCode(answer) === 'plan_invalid')
    throw untried(`it plans no translation into German: ${shownWithWords(answer)}`)
  return givenData(answer)
}

/** The error code of an answer; empty where it has none. */
export function errorCode({ json }: Answer): string {
  const code = valueAt(json, 'error', 'code')
  return typeof code === 'string' ? code : ''
}

/** The `data` of an answer that succeeded. @throws {Ended} broken, any other answer */
export function givenData(answer: Answer): unknown {
  if (!succeeded(answer)) throw broken(`${shown(answer)}; expected a success`)
  return valueAt(answer.json, 'data')
}

export function succeeded({ status }: Answer): boolean {
  return status >= 200 && status < 300
}

/** @throws {Ended} broken, the answer is not a refusal with this code */
export function mustRefuse(answer: Answer, code: string, what = ''): void {
  if (errorCode(answer) === code && !succeeded(answer)) return
  throw broken(`${what === '' ? '' : `${what}: `}${shown(answer)}; expected ${code}`)
}

/**
 * As `mustRefuse`, where the document does not say which code it is.
 *
 * @throws {Ended} broken: no 4xx; differs: a 4xx of another code
 */
export function mustRefuseSomehow(answer: Answer, code: string, what: string): void {
  if (answer.status < 400 || answer.status >= 500) throw broken(`${what}: ${shown(answer)}; expected a refusal`)
  if (errorCode(answer) !== code) throw differs(`${what}: ${shown(answer)}; assumed ${code}`)
}

/** @throws {Ended} broken, another code; differs: the refusal does not name the parameter, which the document leaves open */
export function mustRefuseParam(answer: Answer, code: string, param: string): void {
  mustRefuse(answer, code, param)
  if (valueAt(answer.json, 'error', 'param') !== param)
    throw differs(`${shown(answer)}: \`param\` does not name ${param}`)
}

/** Statuses by which a service says that it has no such operation. */
const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501])
const OF_RESOURCES = ['batch_not_found', 'glossary_not_found']

/** For operations whose path the document does not give. @throws {Ended} differs: the service does not have it there */
export function mustBeOffered(answer: Answer): Answer {
  const { method, path, status } = answer
  if (!NOT_OFFERED.has(status) || OF_RESOURCES.includes(errorCode(answer))) return answer
  throw differs(`${method} ${path} is not offered: it answered ${status}. The document does not give its path`)
}
