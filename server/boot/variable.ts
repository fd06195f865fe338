import { isIP } from 'node:net'
import { z } from 'zod'
import { addressesOf } from '#server/platform/database/postgres.ts'

/** How a variable is parsed, and a description of valid values. */
export interface Variable<T> {
  schema: z.ZodType<T, string | undefined>
  expected: string
  secret?: boolean
}

export function variable<T>(
  expected: string,
  schema: z.ZodType<T, string | undefined>,
  secret = false,
): Variable<T> {
  return { schema, expected, secret }
}

export function anyText(expected: string, secret = false) {
  return variable(expected, z.string().trim().min(1).optional(), secret)
}

export function numberBetween(min: number, max: number, fallback: number) {
  return variable(
    `a whole number from ${min} to ${max} (default ${fallback})`,
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number)
      .pipe(z.number().min(min).max(max))
      .default(fallback),
  )
}

export function email(expected: string) {
  return variable(`${expected}, such as hello@example.com`, z.string().trim().pipe(z.email()).optional())
}

/** A number that may contain spaces. */
export function compact(expected: string, shape: RegExp) {
  return variable(
    expected,
    z
      .string()
      .transform((value) => value.replaceAll(/\s/g, '').toUpperCase())
      .pipe(z.string().regex(shape))
      .optional(),
  )
}

export function url(expected: string, protocols: RegExp, secret = false) {
  return variable(expected, z.url({ protocol: protocols }).optional(), secret)
}

/** One host, or several of a cluster: `postgres://user:password@a:5432,b:5432/database`. */
export function postgres(expected: string) {
  const isAddress = (address: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(address).success
  return variable(
    expected,
    z
      .string()
      .refine((value) => addressesOf(value).every(isAddress))
      .optional(),
    true,
  )
}

/** 1 or 0; undefined if the default depends on something else. */
export function oneOrZero(expected: string) {
  return variable(
    expected,
    z
      .enum(['0', '1'])
      .transform((value) => value === '1')
      .optional(),
  )
}

export function onOrOff(fallback: 'on' | 'off') {
  return variable(
    `on or off (default ${fallback})`,
    z
      .enum(['on', 'off'])
      .default(fallback)
      .transform((value) => value === 'on'),
  )
}

/** What a function reads from a text; it returns undefined if it can't. */
export function readBy<T>(read: (text: string) => T | undefined) {
  return z.string().transform((value, context) => {
    const found = read(value)
    if (found === undefined) context.addIssue({ code: 'custom', message: 'can’t be read' })
    return found ?? z.NEVER
  })
}

/** An address, or a range such as 10.0.0.0/8; one of /0 would be everyone. */
export function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** A list separated by commas, which is empty if `none` is written instead. */
export function commaSeparated<T>(item: z.ZodType<T, string>, none?: string) {
  return z
    .string()
    .transform((value) => (value.trim() === none ? [] : value.split(',').map((part) => part.trim())))
    .pipe(z.array(item))
}
