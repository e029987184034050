/** Why staff changed something, for the history and the audit log. */
import * as z from 'zod/mini'
import { singleLine } from '../shared.ts'

export const REASON_LENGTH_MAX = 200
export const Reason = singleLine(REASON_LENGTH_MAX).check(z.minLength(1, 'Enter a reason.'))
