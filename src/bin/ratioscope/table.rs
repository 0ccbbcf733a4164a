//! A report as a table for people.

use std::io::{self, Write};

use ratioscope::sweep::advice::{Constraint, advise};
use ratioscope::sweep::frontier::{Standing, standings};
use ratioscope::sweep::report::Report;
use ratioscope::sweep::{Cell, Measurement, Mode};

/// Prints the cells of each input, what is odd about them, and advice.
pub(crate) fn print(
    report: &Report,
    min_speed: Option<f64>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, input) in report.inputs.iter().enumerate() {
        let cells: Vec<Cell> =
            report.cells.iter().filter(|cell| cell.input == index).cloned().collect();
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {} bytes", input.name, input.bytes)?;
        writeln!(
            out,
            "{:<14} {:>7} {:>12} {:>8} {:>9} {:>9} {:>11} {:>11}  remarks",
            "codec", "level", "bytes", "ratio", "MB/s", "un-MB/s", "memory", "un-memory"
        )?;
        for (cell, standing) in cells.iter().zip(standings(&cells)) {
            print_cell(cell, &standing, &cells, out)?;
        }
        let constraint = Constraint { min_compress_mbps: min_speed, ..Constraint::default() };
        if let Some(advice) = advise(&cells, &constraint) {
            writeln!(out, "{}", advice.reason)?;
        }
    }
    if report.effort.mode == Mode::Quick {
        writeln!(out, "\nSpeeds are those of a single run; --careful repeats each cell.")?;
    }
    Ok(())
}

fn print_cell(
    cell: &Cell,
    standing: &Standing,
    cells: &[Cell],
    out: &mut dyn Write,
) -> io::Result<()> {
    write!(out, "{:<14} {:>7} ", cell.spec.codec, cell.spec.level)?;
    match (&cell.measurement, &cell.failure) {
        (Some(measurement), _) => {
            let speed = |mb_s: Option<f64>| mb_s.map_or("-".into(), |mb_s| format!("{mb_s:.1}"));
            writeln!(
                out,
                "{:>12} {:>8.3} {:>9} {:>9} {:>11} {:>11}  {}",
                measurement.output_bytes,
                measurement.ratio(),
                speed(measurement.compress_mb_s()),
                speed(measurement.decompress_mb_s()),
                measurement.encoder_workspace,
                measurement.decoder_workspace,
                remarks(cell, measurement, standing, cells).join("; ")
            )
        }
        (None, Some(failure)) => writeln!(out, "{}", failure.message),
        (None, None) => writeln!(out, "not measured"),
    }
}

fn remarks(
    cell: &Cell,
    measurement: &Measurement,
    standing: &Standing,
    cells: &[Cell],
) -> Vec<String> {
    let name = |index: usize| {
        let other = &cells[index].spec;
        if other.codec == cell.spec.codec {
            format!("level {}", other.level)
        } else {
            format!("{} {}", other.codec, other.level)
        }
    };
    let mut remarks = Vec::new();
    if cell.spec.codec == "none" {
        return remarks;
    }
    if standing.compress_frontier {
        remarks.push("frontier".into());
    }
    if standing.stored {
        remarks.push("stored".into());
    } else if measurement.stored_chunks > 0 {
        remarks
            .push(format!("{} of {} pieces stored", measurement.stored_chunks, measurement.chunks));
    }
    if let Some(index) = standing.ties_with {
        remarks.push(format!("ties with {}", name(index)));
    }
    if let Some(index) = standing.beaten_by {
        remarks.push(format!("larger than {}", name(index)));
    }
    if let Some(index) = standing.dominated_by {
        remarks.push(format!("dominated by {}", name(index)));
    }
    if standing.large_window {
        remarks.push("window over 8 MiB, which browsers refuse".into());
    }
    remarks
}
