export const LOAD_FAILED = 'Failed to load user data'
export const UPDATE_FAILED = 'Failed to update profile'
export const LOGOUT_FAILED = 'Failed to logout'
export const NO_ORDERS = 'No purchase history available.'
