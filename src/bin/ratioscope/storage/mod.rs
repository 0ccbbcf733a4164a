//! `ratioscope storage`: what a codec and a level give in the kernel's file
//! systems and compressed memory. One file per subcommand.

mod btrfs;
mod inputs;
mod squashfs;
mod zram;

use std::io::Write;

use clap::{Args, Subcommand};

use super::Failure;

#[derive(Args)]
pub(crate) struct StorageArgs {
    #[command(subcommand)]
    user: User,
}

#[derive(Subcommand)]
enum User {
    /// Files on btrfs with transparent compression.
    Btrfs(btrfs::BtrfsArgs),
    /// The squashfs image of files.
    Squashfs(squashfs::SquashfsArgs),
    /// Pages in zram or zswap.
    Zram(zram::ZramArgs),
}

pub(crate) fn run(args: &StorageArgs, out: &mut dyn Write) -> Result<(), Failure> {
    match &args.user {
        User::Btrfs(args) => btrfs::run(args, out),
        User::Squashfs(args) => squashfs::run(args, out),
        User::Zram(args) => zram::run(args, out),
    }
}
