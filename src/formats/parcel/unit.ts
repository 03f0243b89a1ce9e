/** The units of a parcel: those of its files, by the names of these. */
import type { Charset, Format, PlaceholderSyntax, Reason, Unit, UnitContext, UnitKind } from '../format.ts'
import { FILE_SEPARATOR } from './facts.ts'

export interface ParcelUnit extends Unit {
  /** The unit as its own format found it; undefined for what stands for a whole file. */
  readonly own?: Unit | undefined
  readonly format?: Format | undefined
}

/** A unit of a file. What it says of itself is asked of its format only when it is used: a table has millions of cells. */
export class UnitOfFile implements ParcelUnit {
  readonly index: number
  readonly file: string
  readonly own: Unit
  readonly format: Format

  constructor(index: number, file: string, own: Unit, format: Format) {
    this.index = index
    this.file = file
    this.own = own
    this.format = format
  }

  get member(): string {
    return this.file
  }

  get path(): string {
    return pathInFile(this.file, this.own.path)
  }

  get part(): string {
    const { part } = this.own
    const isPlain = part === '' || part === this.format.traits.ordinals
    return isPlain ? partOfFile(this.file) : partOfFile(this.file) + FILE_SEPARATOR + part
  }

  get start(): number {
    return this.own.start
  }

  get end(): number {
    return this.own.end
  }

  get text(): string {
    return this.own.text
  }

  get raw(): string | undefined {
    return this.own.raw
  }

  get charset(): Charset {
    return this.own.charset
  }

  get eol(): string | undefined {
    return this.own.eol
  }

  get kind(): UnitKind | undefined {
    return this.own.kind
  }

  get ordinal(): number | undefined {
    return this.own.ordinal
  }

  get left_out(): Reason | undefined {
    return this.own.left_out
  }

  get because(): string | undefined {
    return this.own.because
  }

  get syntax(): PlaceholderSyntax | undefined {
    return this.own.syntax
  }

  get group(): string | undefined {
    const { group } = this.own
    return group === undefined ? undefined : `${this.file}!${group}`
  }

  get flags(): readonly string[] | undefined {
    return this.own.flags
  }

  get note(): string | undefined {
    return this.own.note
  }

  get max_length(): number | undefined {
    return this.own.max_length
  }

  get context(): UnitContext | undefined {
    return this.own.context
  }

  get sense(): string | undefined {
    return this.own.sense
  }

  get slot(): string | undefined {
    return this.own.slot
  }

  get target(): string | undefined {
    return this.own.target
  }

  get unwritten(): string | undefined {
    return this.own.unwritten
  }
}

/** What stands for files whose text is not read. Its text has no words. */
export function unitOfLeft(
  index: number,
  name: string,
  said: {
    readonly part?: string
    readonly left_out: Reason
    readonly because?: string | undefined
    readonly format?: Format
  },
): ParcelUnit {
  const { part = partOfFile(name), left_out, because, format } = said
  return {
    ...{ index, path: pathOfFile(name), part, file: name, start: 0, end: 0, text: '…', charset: 'utf-8' },
    ...{ left_out, because, format },
  }
}

/** The name of a file as the first level of a part. */
export function partOfFile(name: string): string {
  return name.replaceAll(FILE_SEPARATOR, ' › ')
}

function pathOfFile(name: string): string {
  return `zip:/${name}`
}

/** The path of a unit that has this path in its file. */
export function pathInFile(name: string, path: string): string {
  return `${pathOfFile(name)}!${path}`
}
