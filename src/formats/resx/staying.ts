/**
 * What of a resource file is no text: entries with a type, what the designer of Windows Forms notes of a form, and properties of XAML that
 * lay something out. A property is known by its name and its value: `Settings.Width` may also be a label.
 */
import type { Reason } from '../format.ts'

interface Entry {
  readonly name: string
  readonly type: string | undefined
  readonly mimetype: string | undefined
  readonly text: string
}

/** Undefined for what may be a text. */
export function stays({ name, type, mimetype, text }: Entry): Reason | undefined {
  if (mimetype !== undefined) return 'not_text'
  if (type !== undefined && !TEXT_TYPE.test(type)) return FILE_TYPE.test(type) ? 'identifier' : 'not_text'
  if (name.startsWith('>>')) return 'identifier'
  const property = PROPERTY.exec(name)?.[1]
  if (property === undefined || property === text) return undefined
  return RULES.find(({ of, values }) => of.test(property) && values.test(text))?.reason
}

const TEXT_TYPE = /^System\.String(?:,|$)/
const FILE_TYPE = /^System\.Resources\.ResXFileRef\b/

/** Of `button.Text`, and of `Title/Text` as programs of Windows ask for it. */
const PROPERTY = /[./]([A-Z]\w*)$/

interface Rule {
  readonly of: RegExp
  readonly values: RegExp
  readonly reason: Reason
}

const RULES: readonly Rule[] = [
  {
    of: /^(?:FontFamily|ImageKey|HelpKeyword|HelpNamespace|DataMember|DisplayMember|ValueMember)$/,
    values: /^/,
    reason: 'code',
  },
  { of: /^Font$/, values: /,\s?\d+(?:[.,]\d+)?(?:pt|px|world)\b/, reason: 'code' },
  { of: /^VirtualKey\w*$/, values: /^/, reason: 'code' },
  // A letter by which a key is pressed: a person chooses another one.
  { of: /^(?:AccessKey|Character|Key)$/, values: /^.$/u, reason: 'code' },
  {
    of: /^(?:Anchor|AutoSize\w*|Dock|FlowDirection|FontStyle|FontWeight|Height|Horizontal\w*Alignment|ImageAlign|ImeMode|M(?:ax|in)(?:Height|Width)|RightToLeft|RightToLeftLayout|TabStop|TextAlign|TextAlignment|TextWrapping|TextTrimming|Vertical\w*Alignment|Visibility|Visible|Width)$/,
    values: /^[A-Z][A-Za-z]{1,30}(?:, [A-Z][a-z]{1,20}){0,4}$/,
    reason: 'code',
  },
]
