//! One description per codec.
