/**
 * Adapter for Shiprocket: a login returns a token for the serviceability call. It counts in kilograms and rupees; a
 * number may arrive as text, an error status inside a 200.
 */
import * as z from 'zod/mini'
import { rupees } from '#domain/money.ts'
import { inKilograms, type ShippingRate } from '#domain/shipping.ts'
import { PICKUP_PINCODE } from '#domain/shop.ts'
import { DAY_MS, MINUTE_MS } from '#domain/time.ts'
import type { ShiprocketSettings } from '#server/env.ts'
import type { Courier, QuoteResult, Parcel } from './courier.ts'

const TIMEOUT_MS = 10_000
/** A token is valid for ten days; nine leave a margin. */
const TOKEN_LIFE_MS = 9 * DAY_MS
/** Repeated bad logins would lock the user out for longer. */
const LOGIN_RETRY_DELAY_MS = MINUTE_MS

const LoginResponse = z.object({ token: z.string().check(z.minLength(1)) })

const lenientNumber = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value: number | string) => (value === '' ? Number.NaN : Number(value))),
)
const flag = z.pipe(
  z.unknown(),
  z.transform((value: unknown) => value === true || value === 1 || value === '1'),
)
const CourierResponse = z.object({
  courier_company_id: z.coerce.number().check(z.int()),
  courier_name: z.string(),
  rate: lenientNumber,
  estimated_delivery_days: z.optional(z.nullable(lenientNumber)),
  etd_hours: z.optional(z.nullable(lenientNumber)),
  blocked: flag,
  is_hyperlocal: flag,
})
const PlaceResponse = z.object({
  city: z.string().check(z.trim(), z.maxLength(40), z.regex(/^\p{L}[\p{L}\p{M} .'’()-]*$/u)),
})
const ServiceabilityResponse = z.object({
  status: z.optional(z.coerce.number()),
  data: z.optional(z.nullable(z.object({ available_courier_companies: z.optional(z.array(z.unknown())) }))),
})

const NOT_SERVICEABLE: QuoteResult = { ok: false, error: { kind: 'not serviceable', detail: 'no courier' } }
const unreachable = (detail: string): QuoteResult => ({ ok: false, error: { kind: 'unreachable', detail } })

interface Login {
  readonly token: Promise<string>
  until: number
}

export function createShiprocket(settings: ShiprocketSettings, now: () => Date): Courier {
  let login: Login | null = null

  /** Concurrent calls share one login. Its token rejects with ShiprocketUnreachable. */
  function currentSession(): Login {
    if (login && login.until > now().getTime()) return login
    const fresh: Login = { token: logIn(), until: now().getTime() + TOKEN_LIFE_MS }
    login = fresh
    fresh.token.catch((error) => {
      fresh.until = error instanceof ShiprocketLoginFailed ? now().getTime() + LOGIN_RETRY_DELAY_MS : 0
    })
    return fresh
  }

  async function logIn(): Promise<string> {
    const { email, password } = settings
    const { status, json } = await request(`${settings.apiUrl}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const parsed = LoginResponse.safeParse(json)
    if (status >= 400 && status < 500) throw new ShiprocketLoginFailed(`login: HTTP ${status}`)
    if (!parsed.success) throw new ShiprocketUnreachable(`login: HTTP ${status}`)
    return parsed.data.token
  }

  async function fetchServiceability(parcel: Parcel): Promise<{ status: number; json: unknown }> {
    const query = new URLSearchParams({
      pickup_postcode: PICKUP_PINCODE,
      delivery_postcode: parcel.deliveryPincode,
      weight: String(inKilograms(parcel.weightMg)),
      cod: '0',
    })
    const url = `${settings.apiUrl}/courier/serviceability/?${query}`
    const session = currentSession()
    const response = await request(url, { headers: { authorization: `Bearer ${await session.token}` } })
    if (response.status !== 401) return response
    // The token was revoked or expired early: one retry with a new one.
    session.until = 0
    return request(url, { headers: { authorization: `Bearer ${await currentSession().token}` } })
  }

  return {
    async fetchRates(parcel) {
      try {
        const { status, json } = await fetchServiceability(parcel)
        return toQuote(status, json)
      } catch (error) {
        if (error instanceof ShiprocketUnreachable) return unreachable(error.message)
        throw error
      }
    },
  }
}

function toQuote(status: number, json: unknown): QuoteResult {
  const { data: response } = ServiceabilityResponse.safeParse(json)
  const reportedStatus = status === 200 ? (response?.status ?? status) : status
  if (reportedStatus === 404) return NOT_SERVICEABLE
  if (reportedStatus !== 200 || !response) return unreachable(`HTTP ${status}: ${reportedStatus}`)
  const couriers = response.data?.available_courier_companies ?? []
  const rates = couriers
    .flatMap(rateOf)
    .sort((one, other) => one.rate - other.rate || one.estimatedDays - other.estimatedDays)
  if (rates.length === 0) return NOT_SERVICEABLE
  return { ok: true, value: { rates, city: couriers.flatMap(cityOf)[0] ?? null } }
}

function cityOf(courier: unknown): string[] {
  const { data } = PlaceResponse.safeParse(courier)
  return data ? [data.city] : []
}

/** Empty for a courier that is blocked, hyperlocal, or states no price or no time. */
function rateOf(courier: unknown): ShippingRate[] {
  const { data } = CourierResponse.safeParse(courier)
  if (!data || data.blocked || data.is_hyperlocal) return []
  const estimatedDays = data.estimated_delivery_days || Math.ceil((data.etd_hours ?? Number.NaN) / 24)
  if (!(estimatedDays > 0 && data.rate > 0)) return []
  return [
    {
      courierId: data.courier_company_id,
      courierName: data.courier_name,
      estimatedDays,
      rate: rupees(data.rate),
    },
  ]
}

class ShiprocketUnreachable extends Error {}
class ShiprocketLoginFailed extends ShiprocketUnreachable {}

/** Rejects with ShiprocketUnreachable if there is no response. */
async function request(url: string, init: RequestInit): Promise<{ status: number; json: unknown }> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const json: unknown = await response.json().catch(() => null)
    return { status: response.status, json }
  } catch (error) {
    throw new ShiprocketUnreachable(error instanceof Error ? error.name : 'no response')
  }
}
