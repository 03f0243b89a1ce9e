/**
 * Files of a programming language that hold texts: arrays or objects of plain string literals, perhaps in each other. They are parsed and
 * never run. Offsets are UTF-16 code units of the file's text.
 */

/** A string literal without any code in it. */
export interface LiteralText {
  readonly kind: 'text'
  /** Between its quotes. */
  readonly start: number
  readonly end: number
  /** With its quotes. */
  readonly from: number
  readonly to: number
  /** What it says, decoded. Line breaks are `\n`. */
  readonly text: string
  /** Its quote, by which it is written. */
  readonly quote: string
}

/** Anything else: a number, a constant, a call, a text that is put together. */
export interface LiteralCode {
  readonly kind: 'code'
  readonly from: number
  readonly to: number
  /** It is a value by itself, as `12` and `true` are, so that it means the same in any file. */
  readonly plain: boolean
  /** It has strings in it. */
  readonly says: boolean
}

/** An array or an object; or the statements of a file that each give one text (`$lang['a'] = 'b';`). */
export interface LiteralHolder {
  readonly kind: 'holder'
  readonly from: number
  readonly to: number
  /** Behind its opening bracket. */
  readonly open: number
  /** Where its closing bracket is. */
  readonly close: number
  /** Its members have no keys. */
  readonly list: boolean
  /** What members have between each other. The semicolon of a statement is part of it. */
  readonly between: ',' | ''
  readonly members: readonly LiteralMember[]
}

export type LiteralValue = LiteralText | LiteralCode | LiteralHolder

export interface LiteralMember {
  /** Its key, decoded, or its number in a list. A key that is code is written as it is in the file. */
  readonly key: string
  /** Where it begins, with its key, and ends, before its comma. */
  readonly start: number
  readonly end: number
  /** Where its key ends; where it begins, if it has none. */
  readonly key_end: number
  readonly value: LiteralValue
}

/** An array or object of a file that is in no other. */
export interface LiteralRoot {
  /** The constant or variable that it is the value of; empty where it is what the file gives. */
  readonly name: string
  readonly holder: LiteralHolder
  /** Present where its name begins with a language and can become another one. */
  readonly named?: LiteralName | undefined
}

/** Where the name of an object stands, in order, and the names that another one would be taken for. */
export interface LiteralName {
  readonly at: readonly number[]
  readonly taken: ReadonlySet<string>
}
