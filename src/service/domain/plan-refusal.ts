import type { ErrorCode } from '../../contract/errors.ts'

/** Why an instruction cannot become a plan; the API answers with its code and message (contract, Errors). */
export class PlanRefusal extends Error {
  override readonly name = 'PlanRefusal'
  readonly code: Extract<ErrorCode, 'plan_invalid' | 'language_not_supported'>
  /** What the instruction lacks, or the language that is not supported; shorter than the message and steadier, for tests. */
  readonly missing: string
  /** The argument at fault, where the instruction states arguments. */
  readonly param: string | undefined

  constructor(code: PlanRefusal['code'], missing: string, message: string, param?: string) {
    super(message)
    this.code = code
    this.missing = missing
    this.param = param
  }
}

/** 422 `plan_invalid`: the message says in a sentence or two what to write instead (PLN-1). */
export function planInvalid(missing: string, message: string, param?: string): PlanRefusal {
  return new PlanRefusal('plan_invalid', missing, message, param)
}

/** The same refusal, which also says what people may not expect of the file. */
export function withRemarks(refusal: PlanRefusal, remarks: readonly string[]): PlanRefusal {
  const { code, missing, message, param } = refusal
  return remarks.length === 0 ? refusal : new PlanRefusal(code, missing, [message, ...remarks].join(' '), param)
}

/** 422 `language_not_supported`, naming the language as the caller wrote it. */
export function languageNotSupported(name: string, param?: string): PlanRefusal {
  const message = `“${name}” is not among the supported languages. GET /v1/languages lists them; write one of its names or tags.`
  return new PlanRefusal('language_not_supported', name, message, param)
}
